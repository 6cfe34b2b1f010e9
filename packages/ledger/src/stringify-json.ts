import { stringifyTagged } from './tagged-json.ts'

// Not yet in TypeScript's own library.
type ExactJson = { rawJSON?: (text: string) => unknown }

// The cast only makes the method optional.
const { rawJSON } = JSON as unknown as ExactJson

/**
 * Writes JSON without losing digits: a bigint becomes an integer with all its digits. The counterpart of
 * parseJson.
 */
export function stringifyJson(value: unknown): string {
  if (rawJSON === undefined) return stringifyTagged(value)
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? rawJSON(part.toString()) : part,
  )
}
