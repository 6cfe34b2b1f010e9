import { OPERATIONS } from '@parley/contract'
import {
  createDefinition,
  deleteDefinition,
  exportDefinitions,
  importDefinitions,
  listDefinitions,
  saveAnswer,
  updateDefinition,
} from '@parley/core'
import { presentDefinition, readDefinitionFields } from './present/definition.ts'
import { pageOrAll } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

const NOTHING = {
  synonyms: [],
  text: '',
  expression: '',
  table: '',
  condition: '',
  dimensions: [],
  timeColumn: '',
  unit: '',
}

export const definition = procedures(OPERATIONS.definition, {
  list: async ({ deps, owner, input }) => {
    const definitions = await listDefinitions(deps, owner)
    const keyOf = ({ id, createdAt }: (typeof definitions)[number]) => `${createdAt}-${id}`
    const { rows, next } = pageOrAll({ name: 'definition.list', owner, input, rows: definitions, keyOf })
    return { definitions: rows.map(presentDefinition), ...next }
  },

  create: async ({ deps, owner, input, signal }) => {
    const { kind, name } = input
    const fields = { ...NOTHING, ...readDefinitionFields(input), kind, name }
    return presentDefinition(await createDefinition(deps, owner, { fields, signal }))
  },

  update: async ({ deps, owner, input, signal }) => {
    const change = readDefinitionFields(input)
    return presentDefinition(await updateDefinition(deps, owner, { id: input.definition_id, change, signal }))
  },

  delete: async ({ deps, owner, input }) => {
    await deleteDefinition(deps, owner, input.definition_id)
    return {}
  },

  saveAnswer: async ({ deps, owner, input, signal }) => {
    const { run_id: runId, question } = input
    return presentDefinition(await saveAnswer(deps, owner, { runId, question, signal }))
  },

  exportDocument: async ({ deps, owner, input: { data_source_ids: ids } }) => ({
    document: await exportDefinitions(deps, owner, ids === undefined ? null : ids.split(',')),
  }),

  importDocument: async ({ deps, owner, input: { document }, signal }) => {
    const { definitions, left } = await importDefinitions(deps, owner, { document, signal })
    return { definitions: [...definitions], left: [...left] }
  },
})
