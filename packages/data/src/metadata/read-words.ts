import type { OpenIndex } from './open-index.ts'
import { type PostingList, unpackPostings } from './posting-list.ts'
import { beginningShare, questionWords } from './question-words.ts'

/** A word of a question in the forms that the index has of it. */
export type FoundWord = readonly FoundForm[]

/** One spelling of a query word, its occurrences, and its inverse document frequency among tables and among sources. */
type FoundForm = {
  readonly stem: string
  readonly tables: PostingList
  readonly sources: PostingList
  readonly idf: number
  readonly sourceIdf: number
  /** The same among the columns of the found tables: 1 for a word that only one table has. */
  readonly columnIdf: number
}

/** A beginning that more words than this share is not extended. */
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

/**
 * The share of its word that a form counts, the weight of the word, and the form whose frequency limits that
 * of this form.
 */
type FormOf = { share: number; weight: number; like: FoundForm | null }

function formReader({ readTerm, sourceOf, coverageShares }: OpenIndex) {
  const rarest = rarity(sourceOf.length, 1)
  return (stem: string, { share, weight, like }: FormOf): FoundForm | null => {
    const row = readTerm.get(stem)
    if (!(row?.tables instanceof Uint8Array && row.sources instanceof Uint8Array)) return null
    const [tables, sources] = [unpackPostings(row.tables), unpackPostings(row.sources)]
    const idf = Math.min(weight * rarity(sourceOf.length, tables.ids.length), like?.idf ?? Infinity)
    const sourceIdf = Math.min(
      weight * rarity(coverageShares.length, sources.ids.length),
      like?.sourceIdf ?? Infinity,
    )
    return {
      stem,
      tables,
      sources,
      idf: share * idf,
      sourceIdf: share * sourceIdf,
      columnIdf: (share * idf) / (weight * rarest),
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
