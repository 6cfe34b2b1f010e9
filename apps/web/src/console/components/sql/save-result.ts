import { saveBlob } from '../save-text.ts'
import { COMPONENT_TEXTS } from '../texts.ts'

/**
 * Saves all rows of a statement's result as a CSV file. The service runs the statement again and streams every row.
 * Rejects with the sentence of the service.
 */
export async function saveResult(sql: string): Promise<void> {
  const response = await fetch('/api/data_source/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
  })
  if (!response.ok) throw new Error(await messageOf(response))
  saveBlob('result.csv', await response.blob())
}

async function messageOf(response: Response): Promise<string> {
  const reply: unknown = await response.json().catch(() => null)
  const isFailure = typeof reply === 'object' && reply !== null && 'message' in reply
  return isFailure && typeof reply.message === 'string' ? reply.message : COMPONENT_TEXTS.offline
}
