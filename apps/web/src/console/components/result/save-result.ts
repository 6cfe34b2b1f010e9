import { type ExportFormat, EXPORT_FORMATS as FORMATS } from '@parley/contract/limits'
import { COMPONENT_TEXTS } from '../texts.ts'
import { saveBlob } from './save-text.ts'
import { RESULT_TEXTS } from './texts.ts'

export type { ExportFormat }
export const EXPORT_FORMATS = FORMATS

/**
 * Saves all rows of a statement's result as a file. The service runs the statement again and streams every row.
 * Rejects with the sentence of the service, and saves nothing when the rows break off.
 */
export async function saveResult(
  sql: string,
  { format, name }: { readonly format: ExportFormat; readonly name: string },
): Promise<void> {
  const response = await fetch('/api/data_source/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql, format }),
  })
  if (!response.ok) throw new Error(await messageOf(response))
  // Reading fails when the service breaks its reply off, so a part of a result is never saved.
  const rows = await response.blob().catch((cause) => {
    throw new Error(RESULT_TEXTS.brokenOff(), { cause })
  })
  saveBlob(name, rows)
}

async function messageOf(response: Response): Promise<string> {
  const reply: unknown = await response.json().catch(() => null)
  const isFailure = typeof reply === 'object' && reply !== null && 'message' in reply
  return isFailure && typeof reply.message === 'string' ? reply.message : COMPONENT_TEXTS.offline
}
