import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { ParleyUuid } from './parley-uuid.ts'
import { UtcTimestamp } from './timestamp.ts'

const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .meta({ description: 'A month of UTC.', examples: ['2026-11'] })

const limit = (what: string) => z.number().nullable().describe(`${what} in a month; null for no limit.`)

const amounts = {
  turns: z.int().describe('Questions that a model answered.'),
  input_tokens: z.int().describe('Tokens that models read, as their vendors count them.'),
  output_tokens: z.int().describe('Tokens that models wrote.'),
  cost_usd: z.number().describe('Their cost in US dollars, of the turns whose price is known.'),
  unpriced_turns: z.int().describe('Turns whose price is unknown. They are not in the cost.'),
}

const Stored = z.object({
  used: z.number().describe('How much there is.'),
  limit: z.number().describe('The most that a user can keep.'),
})

const own = (what: string, amount: z.ZodNumber) =>
  amount
    .nonnegative()
    .nullable()
    .describe(`${what} that an administrator set for the person; null for the limit of every user.`)

const OWN_LIMITS = {
  turns: own('The most turns in a month', z.int().max(LIMITS.integer)),
  tokens: own('The most tokens in a month', z.int().max(LIMITS.amount)),
  cost_usd: own('The most US dollars in a month', z.number().max(LIMITS.integer)),
  storage_bytes: own('The most bytes of files and charts', z.int().max(LIMITS.amount)),
}

/** What administrators change of a person's limits. */
export const changedLimits = z.object(OWN_LIMITS).partial()

/** The limits of a person, as administrators see them. */
export const PersonUsage = z
  .object({
    parley_uuid: ParleyUuid,
    month: Month,
    own: z.object(OWN_LIMITS).describe('The limits that an administrator set for the person.'),
    limits: z
      .object({
        turns: limit('The most turns'),
        tokens: limit('The most tokens'),
        cost_usd: limit('The most US dollars'),
        storage_bytes: z.number().describe('The most bytes of files and charts.'),
      })
      .describe('The limits that hold.'),
    used: z
      .object({ ...amounts, storage_bytes: z.number().describe('Bytes of files and charts.') })
      .describe('What the person used in this month.'),
  })
  .meta({ id: 'PersonUsage', description: 'The limits of a person, and what of them was used.' })

export const usage = {
  /** Read what I used in this month, and my limits. */
  get: endpoint({
    name: 'usage.get',
    method: 'GET',
    path: '/usage',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Read what I used in this month, and my limits',
    isAddition: true,
    reply: data(
      z.object({
        month: Month,
        resets_at: UtcTimestamp.describe('When the next month begins.'),
        used: z.object(amounts).describe('The sum over all models.'),
        limits: z
          .object({
            turns: limit('The most turns'),
            tokens: limit('The most tokens, read and written together,'),
            cost_usd: limit('The most that models may cost, in US dollars,'),
          })
          .describe('My limits. A turn beyond one is refused with 429.'),
        set_for_me: z
          .array(z.enum(['turns', 'tokens', 'cost_usd', 'storage_bytes']))
          .describe('Limits that an administrator set for me; the others are those of every user.'),
        models: z
          .array(
            z.object({
              provider: z.string().describe('The vendor.'),
              model: z.string().describe('The name of the model.'),
              ...amounts,
            }),
          )
          .describe('The same by model, the most expensive first.'),
        storage_bytes: Stored.describe('Bytes of files and charts.'),
        data_sources: Stored.describe('Data sources.'),
        prices_as_of: z
          .string()
          .nullable()
          .meta({ description: 'The day of the price table; null without one.', examples: ['2026-11-01'] }),
      }),
    ),
  }),

  /** Read what each person used in a month. */
  list: endpoint({
    name: 'usage.list',
    method: 'GET',
    path: '/usage/people',
    audience: 'person',
    role: 'administrator',
    summary: 'Read what each person used in a month',
    description: 'At most 1,000 people, the most expensive first.',
    isAddition: true,
    query: z.object({ month: Month.optional() }),
    reply: data(
      z.object({
        month: Month,
        people: z
          .array(
            z.object({
              parley_uuid: ParleyUuid,
              name: z.string().describe('The wallet address, or the UUID of a user without a wallet.'),
              ...amounts,
            }),
          )
          .describe('People who used a model.'),
      }),
    ),
  }),
} as const
