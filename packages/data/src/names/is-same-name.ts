/**
 * Whether two names are the same but for the case of letters. A name of another length is not read: a catalog may have
 * names of thousands of characters.
 */
export function isSameName(one: string, other: string): boolean {
  return one.length === other.length && one.toLowerCase() === other.toLowerCase()
}
