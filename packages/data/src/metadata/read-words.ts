import type { OpenIndex } from './open-index.ts'
import type { PostingList } from './posting-list.ts'
import { beginningShare, questionWords } from './question-words.ts'
import { hasOnlyAscii } from './split-words.ts'

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

const LONGER_FROM_LETTERS = 4
const LONGER_BEYOND_ASCII = 2
/** Words beyond ASCII with at least this many letters may have other endings, of up to `ENDING_LETTERS` letters. */
const INFLECTED_FROM_LETTERS = 6
const ENDING_LETTERS = 2

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

/** The share of its word's weight that a form gets, that weight, and a form whose `idf` this one may not exceed. */
type FormOf = { share: number; weight: number; like: FoundForm | null }

function formReader({ readTerm, sourceOf, coverageShares }: OpenIndex) {
  const rarest = rarity(sourceOf.length, 1)
  return (stem: string, { share, weight, like }: FormOf): FoundForm | null => {
    const postings = readTerm(stem)
    if (postings === null) return null
    const { tables, sources } = postings
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

/**
 * Words of the index that begin with a word of the question: `teacher` for teach. A word beyond ASCII may also end
 * otherwise, because its ending is not cut off: `заказы` for заказов.
 */
function longerFormReader({ longerTerms }: OpenIndex): (stem: string) => [string, number][] {
  return (stem) => {
    const isAscii = hasOnlyAscii(stem)
    if (stem.length < (isAscii ? LONGER_FROM_LETTERS : LONGER_BEYOND_ASCII) || /\d/.test(stem)) return []
    const longer = longerTerms(stem).map((term): [string, number] => [term, beginningShare(stem, term)])
    if (isAscii || stem.length < INFLECTED_FROM_LETTERS) return longer
    const root = stem.slice(0, -ENDING_LETTERS)
    const inflected = longerTerms(root).filter((term) => term.length <= root.length + ENDING_LETTERS)
    return [...longer, ...inflected.map((term): [string, number] => [term, beginningShare(root, stem)])]
  }
}
