import type { ReadingNote } from '@parley/domain'

type Named = { readonly names: readonly string[]; readonly notes: readonly ReadingNote[] }

const MAX_LISTED = 5

/**
 * Gives every column a name that no other column has, upper and lower case not distinguished. Says which names were
 * repeated.
 */
export function columnNames(header: readonly string[]): Named {
  const taken = new Set<string>()
  const repeated = new Set<string>()
  const names = header.map((name, place) => {
    const base = name || `column_${place + 1}`
    let distinct = base
    for (let copy = 1; taken.has(distinct.toLowerCase()); copy++) {
      distinct = `${base}_${copy}`
      if (name !== '') repeated.add(name)
    }
    taken.add(distinct.toLowerCase())
    return distinct
  })
  const notes: ReadingNote[] = []
  if (repeated.size > 0) {
    const text = `The header has names more than once; a number was added to the later ones: ${listed([...repeated])}.`
    notes.push({ kind: 'header', text })
  }
  return { names, notes }
}

/** Says which columns have no name in the header. */
export function unnamedNotes(columns: readonly string[]): ReadingNote[] {
  if (columns.length === 0) return []
  const count = columns.length === 1 ? 'A column has' : `${columns.length} columns have`
  const named = columns.length === 1 ? 'is named by its place' : 'are named by their place'
  return [{ kind: 'header', text: `${count} no name in the header and ${named}: ${listed(columns)}.` }]
}

/** The first few, and how many more there are. */
function listed(items: readonly (string | number)[]): string {
  const shown = items.slice(0, MAX_LISTED).join(', ')
  return items.length > MAX_LISTED ? `${shown} and ${items.length - MAX_LISTED} more` : shown
}
