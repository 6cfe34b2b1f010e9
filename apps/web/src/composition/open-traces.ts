import type { Egress } from '@parley/net'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'

/** Traces under way. */
type Traces = {
  /** Sends the spans that have ended and stops recording. */
  readonly close: () => Promise<void>
}

/**
 * Records spans and sends them to the operator's receiver. Returns null, and loads no library, where the operator names
 * none (docs/decisions/0075-spans-by-hand.md).
 */
export async function openTraces(
  { telemetry }: Pick<Settings, 'telemetry'>,
  egress: Egress,
  log: Logger,
): Promise<Traces | null> {
  if (telemetry === null) return null
  const [{ recordWithOpenTelemetry }, { createSpanExporter }] = await Promise.all([
    import('./record-with-opentelemetry.ts'),
    import('./create-span-exporter.ts'),
  ])
  const onFailure = (err: unknown) => log.warn({ err }, 'traces could not be sent')
  const exporter = createSpanExporter(telemetry, { send: egress.for('telemetry').send, onFailure })
  return recordWithOpenTelemetry(telemetry, exporter)
}
