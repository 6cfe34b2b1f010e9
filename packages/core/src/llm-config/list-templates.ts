import { DEFAULT_OWNER } from '@parley/db'
import type { Deps } from '../deps.ts'
import { listLlmConfigs } from './get-llm-config.ts'
import type { OpenedLlmConfig } from './llm-config.ts'

/** Returns the configurations that every user may copy, oldest first. */
export function listTemplates(deps: Deps): Promise<OpenedLlmConfig[]> {
  return listLlmConfigs(deps, DEFAULT_OWNER)
}
