import * as z from 'zod'
import { checkInput } from '../../procedure/check-input.ts'
import { refuseOtherParameters } from './refuse-other-parameters.ts'

const Flag = z.enum(['true', 'false'], 'must be true or false')
const Count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const isAnything = () => true

const Retrieval = z
  .object({ stream: Flag.optional(), starting_after: Count.optional() })
  .refine(({ stream, starting_after }) => starting_after === undefined || stream === 'true', {
    path: ['starting_after'],
    message: 'needs stream=true',
  })

/** How a stored response is wanted: whole, or as its events behind a sequence number. */
export type ResponseRetrieval =
  | { readonly isStreaming: false }
  | { readonly isStreaming: true; readonly startingAfter: number }

/** Reads the query of a retrieval (OpenAI API reference, "Get a model response"). Throws `invalid_request`. */
export function readRetrieval(query: URLSearchParams): ResponseRetrieval {
  const fields = Object.fromEntries(query)
  // Padding of events is never sent.
  const accepted = { stream: isAnything, starting_after: isAnything, include_obfuscation: isAnything }
  refuseOtherParameters(fields, accepted)
  const { stream, starting_after = -1 } = checkInput(Retrieval, fields)
  return stream === 'true' ? { isStreaming: true, startingAfter: starting_after } : { isStreaming: false }
}

const InputPage = z.object({
  after: z.string().optional(),
  limit: Count.pipe(z.int().min(1).max(100)).optional(),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').optional(),
})

/** Reads the item after which the wanted input begins; null for all of it. Throws `invalid_request`. */
export function readInputPage(query: URLSearchParams): string | null {
  const fields = Object.fromEntries(query)
  refuseOtherParameters(fields, { after: isAnything, limit: isAnything, order: isAnything })
  return checkInput(InputPage, fields).after ?? null
}
