import { LIMITS, OPERATIONS } from '@parley/contract'
import { listEvents, verifyEvents } from '@parley/core'
import { AppError } from '@parley/errors'
import { presentEvent } from './present/event.ts'
import { procedures } from './procedure/procedures.ts'

export const event = procedures(OPERATIONS.event, {
  list: async ({ deps, input }) => {
    const { limit = LIMITS.defaultPageSize, cursor } = input
    const rows = await listEvents(deps, {
      userId: input.parley_uuid ?? null,
      action: input.action ?? null,
      outcome: input.outcome ?? null,
      from: input.from === undefined ? null : new Date(input.from),
      to: input.to === undefined ? null : new Date(input.to),
      before: cursor === undefined ? null : readCursor(cursor),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { events: shown.map(presentEvent), next_cursor: next }
  },

  verify: async ({ deps }) => {
    const { problems, ...verdict } = await verifyEvents(deps)
    return { ...verdict, problems: [...problems] }
  },
})

/** The number of the last event of the page before. */
function readCursor(cursor: string): string {
  if (/^[1-9]\d{0,17}$/.test(cursor)) return cursor
  throw new AppError('invalid_request', 'cursor: must be the next_cursor of the page before.')
}
