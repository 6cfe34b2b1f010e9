import { AppError } from '@parley/errors'
import type { Sandbox } from '../sandbox/create-sandbox.ts'

const TIMEOUT_MS = 15_000

/**
 * Draws the PNG of a chart from the gzipped SVG that create_graph saved. Throws `unavailable` when no child is free or
 * the drawing fails.
 */
export async function drawPicture(
  sandbox: Sandbox,
  { ownerId, drawing, signal }: { ownerId: string; drawing: Uint8Array; signal?: AbortSignal },
): Promise<Uint8Array> {
  const outcome = await sandbox.run('picture', {
    ownerId,
    input: { timeoutMs: TIMEOUT_MS },
    bytes: drawing,
    ...(signal && { signal }),
  })
  if (outcome.ok) return outcome.bytes
  const message =
    'The picture of this chart could not be drawn; use the Vega-Lite specification in the step of its run.'
  throw new AppError('unavailable', message, { cause: outcome.cause ?? outcome.message })
}
