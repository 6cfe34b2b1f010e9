/** A sample value of at most so many characters. An ellipsis at its end says that it is cut. */
export function shortSample(value: string, maxCharacters: number): string {
  return value.length > maxCharacters ? `${value.slice(0, maxCharacters)}…` : value
}
