import type { OpenIndex } from './open-index.ts'
import { type Places, unpackPlaces } from './packed-places.ts'
import { beginningShare, questionWords } from './question-words.ts'

/** A word of a question in the forms that the index has of it. */
export type FoundWord = readonly FoundForm[]

/** One spelling of a word: where it stands, and how telling it is there, among tables and among sources. */
type FoundForm = {
  readonly stem: string
  readonly tables: Places
  readonly sources: Places
  readonly telling: number
  readonly sourceTelling: number
  /** The same among the columns of tables that were found: 1 for a word that only one table has. */
  readonly columnTelling: number
}

/** A word that begins like so many others says little about any of them. */
const MAX_LONGER_FORMS = 20
const LONGER_FROM_LETTERS = 4

/** The words of a question that the index has in some form. */
export function readWords(index: OpenIndex, question: string): FoundWord[] {
  const readForm = formReader(index)
  const longerForms = longerFormReader(index)
  return questionWords(question).flatMap(({ stem, weight, spellings }) => {
    const own = readForm(stem, { weight, share: 1, like: null })
    const others = new Map([...longerForms(stem), ...spellings])
    others.delete(stem)
    const forms = [...others].map(([other, share]) => readForm(other, { weight, share, like: own }))
    const found = [own, ...forms].filter((form) => form !== null)
    return found.length > 0 ? [found] : []
  })
}

/** What share of its word a form counts, what the word counts, and its form that no other is rarer than. */
type FormOf = { share: number; weight: number; like: FoundForm | null }

function formReader({ readTerm, sourceOf, coverageShares }: OpenIndex) {
  const rarest = rarity(sourceOf.length, 1)
  return (stem: string, { share, weight, like }: FormOf): FoundForm | null => {
    const row = readTerm.get(stem)
    if (!(row?.tables instanceof Uint8Array && row.sources instanceof Uint8Array)) return null
    const [tables, sources] = [unpackPlaces(row.tables), unpackPlaces(row.sources)]
    const telling = Math.min(weight * rarity(sourceOf.length, tables.ids.length), like?.telling ?? Infinity)
    const sourceTelling = Math.min(
      weight * rarity(coverageShares.length, sources.ids.length),
      like?.sourceTelling ?? Infinity,
    )
    return {
      stem,
      tables,
      sources,
      telling: share * telling,
      sourceTelling: share * sourceTelling,
      columnTelling: (share * telling) / (weight * rarest),
    }
  }
}

function rarity(count: number, holding: number): number {
  return Math.log(1 + (count - holding + 0.5) / (holding + 0.5))
}

/** Words of the index that begin with a word of the question: `teacher` for teach. */
function longerFormReader({ readTermsBetween }: OpenIndex): (stem: string) => [string, number][] {
  return (stem) => {
    if (stem.length < LONGER_FROM_LETTERS || /\d/.test(stem)) return []
    const terms = readTermsBetween
      .all(stem, `${stem}\u{10ffff}`, MAX_LONGER_FORMS)
      .map(({ term }) => String(term))
    return terms.map((term) => [term, beginningShare(stem, term)])
  }
}
