import { readFile } from 'node:fs/promises'
import { readLlmConfigTemplate } from '@parley/api'
import { LlmConfigTemplate as WireTemplate } from '@parley/contract'
import type { LlmConfigTemplate } from '@parley/core'
import * as z from 'zod'

// A key does not belong in a file that every user can copy.
const File = z.strictObject({ llm_configs: z.array(z.strictObject(WireTemplate.shape)) })

/**
 * Reads the operator's templates: a JSON file `{"llm_configs": […]}` whose entries have the fields of `POST
 * /llm_config` except the key. Throws an error that names the invalid entry.
 */
export async function readTemplates(path: string): Promise<LlmConfigTemplate[]> {
  const parsed = File.safeParse(await readJson(path))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`PARLEY_TEMPLATES_FILE: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  return parsed.data.llm_configs.map(readLlmConfigTemplate)
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new Error('PARLEY_TEMPLATES_FILE: the file is missing or is not JSON.', { cause })
  }
}
