/** An integer as JSON without loss: a number when a double holds it, otherwise its digits. */
export function exactInteger(digits: string): number | string {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}

const MAX_BINARY_CHARACTERS = 1000

/** Shortens the text of binary values, which are not read in a table. */
export function shortenedBinary(text: string): string {
  return text.length > MAX_BINARY_CHARACTERS ? `${text.slice(0, MAX_BINARY_CHARACTERS)}…` : text
}

/** A floating point number as JSON; infinities and NaN as their names. */
export function exactFloat(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** `2024-02-29 12:30:00+00` as ISO 8601. */
export function isoMoment(text: string): string {
  return text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')
}
