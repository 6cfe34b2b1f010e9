import type { Database } from './database.ts'
import type { LlmConfig } from './llm-config.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

/** A configuration that everybody may copy. It has no key: whoever copies it brings their own. */
export type Template = Pick<LlmConfig, 'provider' | 'model' | 'baseUrl' | 'params' | 'name' | 'description'>

const lockTemplates = prepare<[], object>(
  'lock_templates',
  `select id from users where id = '${DEFAULT_OWNER}' for update`,
)

const updateTemplate = prepare<TemplateValues, object>(
  'update_template',
  `update llm_configs set provider = $2, model = $3, base_url = $4, params = $5, description = $6
   where user_id = '${DEFAULT_OWNER}' and name = $1 returning id`,
)

const insertTemplate = prepare<TemplateValues, object>(
  'insert_template',
  `insert into llm_configs (user_id, name, provider, model, base_url, params, description)
   values ('${DEFAULT_OWNER}', $1, $2, $3, $4, $5, $6)`,
)

const deleteOthers = prepare<[names: string[]], object>(
  'delete_other_templates',
  `delete from llm_configs c where user_id = '${DEFAULT_OWNER}' and name <> all ($1::text[])
     and not exists (select from agents where model_config_id = c.id)`,
)

type TemplateValues = [
  name: string,
  provider: string,
  model: string,
  baseUrl: string | null,
  params: string,
  description: string,
]

/**
 * Makes these the operator's configurations, all or none: one of the same name is changed and keeps its id, further
 * ones go unless an agent of the operator's uses them. Names are unique. Safe on several replicas at once.
 */
export async function replaceTemplates(db: Database, templates: readonly Template[]): Promise<void> {
  await inTransaction(db, async (connection) => {
    await lockTemplates(connection, [])
    for (const template of templates) {
      const values = toValues(template)
      const changed = await updateTemplate(connection, values)
      if (changed.length === 0) await insertTemplate(connection, values)
    }
    await deleteOthers(connection, [templates.map(({ name }) => name)])
  })
}

function toValues({ name, provider, model, baseUrl, params, description }: Template): TemplateValues {
  return [name, provider, model, baseUrl, JSON.stringify(params), description]
}
