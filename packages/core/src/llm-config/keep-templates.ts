import { type Database, replaceTemplates } from '@parley/db'
import type { JsonObject, Provider } from '@parley/domain'
import { AppError } from '@parley/errors'
import { requireBaseUrl } from './llm-config.ts'

type Deps = { readonly db: Database }

export type LlmConfigTemplate = {
  readonly provider: Provider
  readonly model: string
  readonly baseUrl: string | null
  readonly params: JsonObject
  readonly name: string
  readonly description: string
}

/**
 * Replaces the operator's templates by these. Throws `invalid_config` for two of one name and for a
 * self-hosted runtime without an address, and then changes nothing.
 */
export async function keepTemplates({ db }: Deps, templates: readonly LlmConfigTemplate[]): Promise<void> {
  const names = new Set<string>()
  for (const template of templates) {
    requireBaseUrl(template)
    if (names.has(template.name)) {
      throw new AppError('invalid_config', `There are two templates called “${template.name}”.`)
    }
    names.add(template.name)
  }
  await replaceTemplates(db, templates)
}
