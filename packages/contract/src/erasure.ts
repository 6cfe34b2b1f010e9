import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { UtcTimestamp } from './timestamp.ts'

const ErasureId = z.uuid().meta({
  description: 'The id of an erasure. It names no person.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000012'],
})

const AskedBy = z.enum(['person', 'administrator', 'restore']).meta({
  description: 'Who asked: the person, an administrator, or an operator who restored an older backup.',
  examples: ['administrator'],
})

const Receipt = z
  .object({
    receipt_id: z
      .string()
      .meta({ description: 'The SHA-256 of everything else in hexadecimal.', examples: ['4f8c…'] }),
    erasure_id: ErasureId,
    origin: z.string().describe('The address of the service.'),
    subject: z
      .uuid()
      .nullable()
      .meta({
        description: 'The pseudonym under which events of the person stay; null for a person without events.',
        examples: ['7f8a2c4e-0000-4000-8000-000000000003'],
      }),
    asked_by: AskedBy,
    asked_at: UtcTimestamp.describe('When it was asked for.'),
    finished_at: UtcTimestamp.describe('When everything was erased.'),
    erased: z
      .record(z.string(), z.int())
      .meta({ description: 'Rows by table, and `files`.', examples: [{ users: 1, sessions: 4, files: 2 }] }),
  })
  .meta({
    id: 'ErasureReceipt',
    description: 'What was erased of a person, and when. Nothing of the person.',
  })

const Erasure = z
  .object({
    erasure_id: ErasureId,
    asked_by: AskedBy,
    asked_at: UtcTimestamp.describe('When it was asked for.'),
    is_finished: z.boolean().describe('Whether everything is erased.'),
    receipt: Receipt.nullable().describe('The receipt; null until everything is erased.'),
    is_sealed: z
      .boolean()
      .describe('Whether the receipt is as it was issued, and a sealed event names its id.'),
  })
  .meta({ id: 'Erasure', description: 'The erasing of a person.' })
export type ErasureSummary = z.infer<typeof Erasure>

/** The reply of the operations that begin an erasure. */
export const begunErasure = data(z.object({ erasure_id: ErasureId }))

export const erasure = {
  /** Read the receipt of an erasure. */
  get: endpoint({
    name: 'erasure.get',
    method: 'GET',
    path: '/erasure/{erasure_id}',
    audience: 'public',
    summary: 'Read the receipt of an erasure',
    description: 'Without a credential, because the account is gone. The receipt names no person.',
    isAddition: true,
    failures: [404],
    params: z.object({ erasure_id: ErasureId }),
    reply: data(Erasure),
  }),

  /** List the erasures with their receipts, newest first. */
  list: endpoint({
    name: 'erasure.list',
    method: 'GET',
    path: '/erasure',
    audience: 'person',
    role: 'administrator',
    summary: 'List the erasures with their receipts, newest first',
    description:
      'A page at a time: send next_cursor as cursor until it is null. Keep the receipts outside: after the restore of an older backup they say who is to be erased again.',
    isAddition: true,
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({ erasures: z.array(Erasure).describe('Erasures, newest first.'), next_cursor: NextCursor }),
    ),
  }),
} as const
