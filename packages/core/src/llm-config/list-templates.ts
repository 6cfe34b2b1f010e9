import { type Database, DEFAULT_OWNER } from '@parley/db'
import type { Cipher } from '../secrets/cipher.ts'
import { listLlmConfigs } from './get-llm-config.ts'
import type { OpenedLlmConfig } from './llm-config.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

/** Returns the configurations that every user may copy, oldest first. */
export function listTemplates(deps: Deps): Promise<OpenedLlmConfig[]> {
  return listLlmConfigs(deps, DEFAULT_OWNER)
}
