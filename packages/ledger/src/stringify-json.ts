import { stringifyTagged } from './tagged-json.ts'

// TypeScript's own library does not have it yet.
type ExactJson = { rawJSON?: (text: string) => unknown }

// The cast only makes the method optional.
const { rawJSON } = JSON as unknown as ExactJson

/** Writes JSON with every digit: a bigint becomes an integer. The counterpart of parseJson. */
export function stringifyJson(value: unknown): string {
  if (rawJSON === undefined) return stringifyTagged(value)
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? rawJSON(part.toString()) : part,
  )
}
