import { isSchemaOfEngine } from '@parley/domain'

const MAX_CHARACTERS = 60

/**
 * Converts a user's name for something to an SQL identifier: `Seattle Weather!` becomes `seattle_weather`.
 * Letters of every script stay. Deterministic; two names may give the same identifier.
 */
export function sqlIdentifier(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_CHARACTERS)
  if (words === '') return 'source'
  if (/^\p{N}/u.test(words) || isSchemaOfEngine(words)) return `source_${words}`
  return words
}
