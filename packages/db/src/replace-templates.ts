import type { Database } from './database.ts'
import { deleteLlmConfig, type StoredLlmConfig } from './llm-config.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

/** An LLM configuration that every user may copy. It has no key; a copy needs its own. */
export type StoredTemplate = Pick<
  StoredLlmConfig,
  'provider' | 'model' | 'baseUrl' | 'params' | 'name' | 'description'
>

const lockTemplates = prepare('lock_templates')<[], object>(
  `select id from users where id = '${DEFAULT_OWNER}' for update`,
)

const updateTemplate = prepare('update_template')<TemplateValues, object>(`
  update llm_configs set provider = $2, model = $3, base_url = $4, params = $5, description = $6
  where user_id = '${DEFAULT_OWNER}' and name = $1 returning id
`)

const insertTemplate = prepare('insert_template')<TemplateValues, object>(`
  insert into llm_configs (user_id, name, provider, model, base_url, params, description)
  values ('${DEFAULT_OWNER}', $1, $2, $3, $4, $5, $6)
`)

type TemplateValues = [
  name: string,
  provider: string,
  model: string,
  baseUrl: string | null,
  params: string,
  description: string,
]

/**
 * Replaces the operator's templates with these. A template of the same name is changed and keeps its id.
 * Others are deleted unless an agent of the operator uses them. Names must be unique. Several replicas may
 * call it at the same time.
 */
export async function replaceTemplates(db: Database, templates: readonly StoredTemplate[]): Promise<void> {
  await inTransaction(db, async (connection) => {
    await lockTemplates(connection, [])
    for (const template of templates) {
      const values = toValues(template)
      const changed = await updateTemplate(connection, values)
      if (changed.length === 0) await insertTemplate(connection, values)
    }
  })
  const others = await db.prisma.llmConfig.findMany({
    where: { userId: DEFAULT_OWNER, name: { notIn: templates.map(({ name }) => name) } },
    select: { id: true },
  })
  // One by one, so that a template in use does not keep the others.
  for (const { id } of others) await deleteLlmConfig(db, DEFAULT_OWNER, id)
}

function toValues({ name, provider, model, baseUrl, params, description }: StoredTemplate): TemplateValues {
  return [name, provider, model, baseUrl, JSON.stringify(params), description]
}
