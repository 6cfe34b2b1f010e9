import { type InputOf, OPERATIONS } from '@parley/contract'
import {
  createConnectedSource,
  createFileSource,
  createSampleSource,
  deleteDataSource,
  getDataSource,
  keyOfNumber,
  listDataSources,
  type OpenedDataSource,
  profileDataSource,
  queryDataSources,
  recheckDefinitions,
  refreshDataSource,
  rereadDataSource,
  suggestCorrection,
  testConnection,
  updateDataSource,
} from '@parley/core'
import { AppError } from '@parley/errors'
import {
  presentDataSource,
  presentDataSourceSummary,
  presentProfile,
  presentQueryResult,
  readSettings,
  readTableWords,
} from './present/data-source.ts'
import { pageOrAll } from './present/page.ts'
import type { OwnedCall } from './procedure/context.ts'
import { procedures } from './procedure/procedures.ts'

export const dataSource = procedures(OPERATIONS.dataSource, {
  create: async (call) => {
    const { warnings = [], ...source } = await createDataSource(call)
    return { ...presentDataSource(source), ...(warnings.length > 0 && { warnings: [...warnings] }) }
  },

  test: async ({ deps, owner, input, signal }) => {
    const { message, warnings } = await testConnection(deps, owner, { connection: input.connection, signal })
    return { message, warnings: [...warnings] }
  },

  get: async ({ deps, owner, input }) =>
    presentDataSource(await getDataSource(deps, owner, input.data_source_id)),

  list: async ({ deps, owner, input }) => {
    const sources = await listDataSources(deps, owner)
    // The data sources that the service offers come last, in their own order.
    const offered = new Map(deps.data.offered.map(({ id }, index) => [id, `offered-${keyOfNumber(index)}`]))
    const keyOf = ({ id, createdAt }: (typeof sources)[number]) => offered.get(id) ?? `${createdAt}-${id}`
    const { rows, next } = pageOrAll({ name: 'dataSource.list', owner, input, rows: sources, keyOf })
    return { data_sources: rows.map(presentDataSourceSummary), ...next }
  },

  update: async ({ deps, owner, input }) => {
    const { data_source_id: id, title, description, tables } = input
    const words = { id, title, description, tables: tables?.map(readTableWords) }
    return presentDataSource(await updateDataSource(deps, owner, words))
  },

  refresh: async ({ deps, owner, input, signal }) => {
    const { data_source_id: id } = input
    const refreshed = await refreshDataSource(deps, owner, { id, signal })
    await recheckDefinitions(deps, owner, id)
    return presentDataSource(refreshed)
  },

  profile: async ({ deps, owner, input, signal }) => {
    const { data_source_id: id, table } = input
    return presentProfile(await profileDataSource(deps, owner, { id, table, signal }))
  },

  reread: async ({ deps, owner, input, signal }) => {
    const { data_source_id: id, table, settings } = input
    const reread = { id, table, settings: readSettings(settings), signal }
    const changed = await rereadDataSource(deps, owner, reread)
    await recheckDefinitions(deps, owner, id)
    return presentDataSource(changed)
  },

  delete: async ({ deps, owner, input }) => {
    await deleteDataSource(deps, owner, input.data_source_id)
    return {}
  },

  listSamples: async ({ deps }) => ({
    samples: deps.data.samples.map(({ name, title, description }) => ({ name, title, description })),
  }),

  query: async ({ deps, owner, input: { sql, run_id: runId }, signal }) => {
    const result = await queryDataSources(deps, owner, { sql, signal })
    const isCorrection =
      runId !== undefined && (await suggestCorrection(deps, owner, { runId, statement: sql }))
    return { ...presentQueryResult(result), is_correction: isCorrection }
  },
})

type CreateInput = InputOf<typeof OPERATIONS.dataSource.create>

type CreatedSource = OpenedDataSource & { readonly warnings?: readonly string[] }

function createDataSource(call: OwnedCall<CreateInput>): Promise<CreatedSource> {
  const { deps, owner, input, signal } = call
  if (input.sample !== undefined) return createSampleSource(deps, owner, { sample: input.sample, signal })
  const { name, format, content, connection, description = '' } = input
  if (name !== undefined && connection !== undefined) {
    return createConnectedSource(deps, owner, { name, description, connection, signal })
  }
  if (name === undefined || format === undefined || content === undefined) {
    throw new AppError(
      'invalid_request',
      'Send name and connection, or name, format and content, or sample, or a multipart form with one file.',
    )
  }
  const bytes = Buffer.from(content, input.encoding ?? 'utf8')
  return createFileSource(deps, owner, { name, format, description, signal, content: once(bytes) })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
