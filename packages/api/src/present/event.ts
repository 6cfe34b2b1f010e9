import type { AuditEvent } from '@parley/contract'
import type { OpenedEvent } from '@parley/core'

/** An event as administrators see it. */
export function presentEvent(row: OpenedEvent): AuditEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    person: row.person && {
      subject: row.person.subject,
      parley_uuid: row.person.userId,
      name: row.person.name,
    },
    action: row.action,
    outcome: row.outcome,
    door: row.door,
    api_key_id: row.keyId,
    network: row.network,
    target_id: row.targetId,
    names: { ...row.detail },
  }
}
