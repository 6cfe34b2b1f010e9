import { createHash } from 'node:crypto'

// A connection keeps every named statement until it closes. Prisma writes one text for each length of an `in`
// list, so texts after this number have no name.
const MAX_NAMES = 500

/**
 * Returns a function that names SQL texts by their hash, so that a connection parses and plans each text
 * once. After the first 500 texts it returns an empty name, which means an unnamed statement.
 */
export function createStatementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMES) return ''
    const name = `prisma_${createHash('sha1').update(sql).digest('hex')}`
    names.set(sql, name)
    return name
  }
}
