import type { Refusal } from './vendor-server.ts'

/** Small checks for the request validation of a stand-in. Each returns what is wrong, or null. */

export type Fields = { readonly [name: string]: unknown }

export function asFields(value: unknown): Fields {
  // as: every object is a record of unknown fields
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the first complaint that is not null. */
export function firstOf(complaints: Iterable<string | null>): string | null {
  for (const complaint of complaints) if (complaint !== null) return complaint
  return null
}

export function unknownField(fields: Fields, known: readonly string[], where: string): string | null {
  const stranger = Object.keys(fields).find((name) => !known.includes(name))
  return stranger === undefined ? null : `Unknown name "${stranger}" at '${where}'.`
}

export function repeated(values: readonly unknown[]): unknown {
  return values.find((value, index) => values.indexOf(value) !== index)
}

/** Text of a JSON object. */
export function isObjectText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

export function refuse(status: number, body: unknown): Refusal {
  return { status, body }
}

/** Splits a text into pieces of about three characters, so that every text spans several chunks. */
export function inPieces(text: string): string[] {
  return text.match(/[\s\S]{1,3}/gu) ?? []
}
