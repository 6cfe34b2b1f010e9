import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { ParleyUuid } from './parley-uuid.ts'
import { text } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

const word = (what: string, example: string) =>
  text(LIMITS.nameLength)
    .min(1)
    .meta({ description: what, examples: [example] })

const AuditEvent = z
  .object({
    id: z.string().meta({ description: 'The number of the event.', examples: ['17'] }),
    at: UtcTimestamp.describe('When it happened.'),
    person: z
      .object({
        subject: z.uuid().meta({
          description: 'The pseudonym of the person in all events.',
          examples: ['7f8a2c4e-0000-4000-8000-000000000003'],
        }),
        parley_uuid: ParleyUuid.nullable().describe(
          'The UUID of the user; null after the person was erased.',
        ),
        name: z
          .string()
          .nullable()
          .describe('The wallet address or the UUID; null after the person was erased.'),
      })
      .nullable()
      .describe('Who it was; null where no person is known, as for a refused sign-in.'),
    action: word('What happened: the name of an operation, or for example `auth.signIn`.', 'apiKey.create'),
    outcome: word('`ok` or the code of the error.', 'ok'),
    door: word('The interface: `rest`, `console`, `openai`, `mcp` or `service`.', 'rest'),
    api_key_id: z.string().nullable().describe('The API key that was used; null for a person.'),
    network: z
      .string()
      .nullable()
      .meta({ description: 'The network of the client, not its address.', examples: ['203.0.113.0/24'] }),
    target_id: z.string().nullable().describe('The id of the record that it was about.'),
    names: z.record(z.string(), z.string()).meta({
      description: 'Names that belong to it, such as that of a data source.',
      examples: [{ name: 'sales' }],
    }),
  })
  .meta({ id: 'AuditEvent', description: 'What happened: who, what, when, through which door. No content.' })
export type AuditEvent = z.infer<typeof AuditEvent>

export const event = {
  /** List what happened, newest first. */
  list: endpoint({
    name: 'event.list',
    method: 'GET',
    path: '/event',
    audience: 'person',
    role: 'administrator',
    summary: 'List what happened, newest first',
    description: 'A page at a time: send next_cursor as cursor, with the same filters, until it is null.',
    isAddition: true,
    query: z.object({
      ...PAGE_QUERY,
      parley_uuid: ParleyUuid.optional().describe('Only events of this user.'),
      action: word('Only events of this action.', 'dataSource.export').optional(),
      outcome: word('Only events with this outcome.', 'ok').optional(),
      from: UtcTimestamp.optional().describe('Only events at or after this time.'),
      to: UtcTimestamp.optional().describe('Only events before this time.'),
    }),
    reply: data(
      z.object({ events: z.array(AuditEvent).describe('Events, newest first.'), next_cursor: NextCursor }),
    ),
  }),

  /** Check that no event was edited, removed or added. */
  verify: endpoint({
    name: 'event.verify',
    method: 'GET',
    path: '/event/seal',
    audience: 'person',
    role: 'administrator',
    summary: 'Check that no event was edited, removed or added',
    description: 'Reads every event that is kept. Note the newest batch elsewhere, to compare it later.',
    isAddition: true,
    reply: data(
      z.object({
        events: z.int().describe('Events that are sealed.'),
        batches: z.int().describe('Seals, each over a batch of events.'),
        problems: z.array(z.string()).describe('One sentence each; empty when the events are whole.'),
        newest: z
          .object({
            batch: z.int().describe('The number of the newest batch.'),
            hash: z.string().describe('Its seal, in hexadecimal.'),
          })
          .nullable()
          .describe('The newest seal; null when there is none.'),
      }),
    ),
  }),
} as const
