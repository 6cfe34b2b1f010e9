import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** Text that a database and every JSON parser accept: no U+0000, no lone surrogate. */
export function text(maxLength: number) {
  return z.string().max(maxLength).refine(isStorable, 'must not contain U+0000 or lone surrogates')
}

/** Text with at least one character that is not white space. */
export function filledText(maxLength: number) {
  return text(maxLength).refine((value) => value.trim() !== '', 'must not be empty')
}

export const Name = filledText(LIMITS.nameLength).meta({
  description: 'A name for people. It need not be unique.',
  examples: ['Sales'],
})
export const Description = text(LIMITS.descriptionLength).meta({
  description: 'A description in one or more sentences.',
  examples: ['Answers questions about sales.'],
})
export const Prompt = filledText(LIMITS.promptLength).meta({
  description: 'The question or instruction.',
  examples: ['What did we sell in May?'],
})
export const SystemMessage = text(LIMITS.promptLength).meta({
  description: 'Instructions for this call, in addition to those of the agent.',
  examples: ['Answer in one sentence.'],
})

/** Pictures of a question, each as a `data:` URL (RFC 2397). The bound of the body bounds their bytes. */
export const Images = z
  .array(
    z
      .string()
      .max(LIMITS.bodyBytes)
      .regex(
        /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
        'must be data:image/…;base64,…',
      ),
  )
  .max(LIMITS.imagesPerQuestion)
  .meta({
    description:
      'PNG, JPEG, GIF or WebP pictures for a model that reads images, each as a `data:` URL with base64. They are stored with the question, whose `artifacts` name them.',
    examples: [['data:image/png;base64,iVBORw0KGgo=']],
  })

/** Any JSON value. */
export const JsonValue = z.json()
// Registered in place, because a copy would not be the schema that it contains.
JsonValue.register(z.globalRegistry, { id: 'JsonValue', description: 'Any JSON value.' })

/** Any JSON object. */
export const JsonObject = z
  .record(z.string(), JsonValue)
  .meta({ id: 'JsonObject', description: 'Any JSON object.' })

function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}
