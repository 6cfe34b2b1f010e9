// Not yet in TypeScript's own library; present wherever parseJson works.
type ExactJson = { rawJSON: (text: string) => unknown }

/**
 * Writes JSON without losing digits: a bigint becomes an integer of all its digits, in the place where a
 * number would stand. The counterpart of parseJson.
 */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, writeExactly)
}

function writeExactly(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  // The cast says only that the method exists, see ExactJson.
  return (JSON as unknown as ExactJson).rawJSON(value.toString())
}
