import type { ReadingNote } from '@parley/domain'

type Named = { readonly names: readonly string[]; readonly notes: readonly ReadingNote[] }

const MAX_LISTED = 5

/**
 * Gives every column a name that no other column has, upper and lower case not distinguished. Says which names were
 * empty and which were repeated; an absent header (`hasHeader` false) needs no such note.
 */
export function columnNames(header: readonly string[], hasHeader: boolean): Named {
  const taken = new Set<string>()
  const repeated = new Set<string>()
  const unnamed: number[] = []
  const names = header.map((name, place) => {
    if (name === '') unnamed.push(place + 1)
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
  if (hasHeader && unnamed.length > 0) {
    const text = `${unnamed.length} columns have no name in the header and are named by their place: ${listed(unnamed.map((place) => `column_${place}`))}.`
    notes.push({ kind: 'header', text })
  }
  if (repeated.size > 0) {
    const text = `The header has names more than once; a number was added to the later ones: ${listed([...repeated])}.`
    notes.push({ kind: 'header', text })
  }
  return { names, notes }
}

/** The first few, and how many more there are. */
export function listed(items: readonly (string | number)[]): string {
  const shown = items.slice(0, MAX_LISTED).join(', ')
  return items.length > MAX_LISTED ? `${shown} and ${items.length - MAX_LISTED} more` : shown
}
