import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { text } from './text.ts'

/** Thumbs up or down. */
export const Verdict = z
  .enum(['up', 'down'])
  .meta({ description: '`up`: the answer is right. `down`: it is not.', examples: ['down'] })

export const Comment = text(LIMITS.descriptionLength).meta({
  description: 'Why; empty for no comment.',
  examples: ['Refunds are missing.'],
})
