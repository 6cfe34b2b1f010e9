import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** Text that a database and every JSON reader can hold: no U+0000, no lone surrogate. */
export function text(maxLength: number) {
  return z.string().max(maxLength).refine(isStorable, 'must not contain U+0000 or lone surrogates')
}

/** Text with at least one character that is not white space. */
export function filledText(maxLength: number) {
  return text(maxLength).refine((value) => value.trim() !== '', 'must not be empty')
}

export const Name = filledText(LIMITS.nameLength)
export const Description = text(LIMITS.descriptionLength)
export const Prompt = filledText(LIMITS.promptLength)
export const SystemMessage = text(LIMITS.promptLength)

/** Any JSON object, as it came. */
export const JsonObject = z.record(z.string(), z.json())
export type JsonObject = z.infer<typeof JsonObject>

function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}
