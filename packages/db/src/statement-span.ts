import type { SpanStart } from '@parley/telemetry'

/** The span of a statement in the service's database: its name, never its text or values. */
export function statementSpan(name: string): SpanStart {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
  return { name, kind: 'client', attributes }
}
