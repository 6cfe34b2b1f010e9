import { gramsOf } from '../values/spellings.ts'

/** Letters of words that are compared, and letters at the beginning that two similar ones share. */
const MIN_LETTERS = 4
/** The share of the longer word that the common beginning is, or else of the runs of three letters. */
const BEGINNING_SHARE = 0.6
const RUN_SHARE = 0.5

/** For each word the others that are spelled much like it: `french` and `franc`, `won` and `wonder` not. */
export function similarWords(
  words: readonly string[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  // Nearly all have the same first letter, and so few are compared.
  const compared = Map.groupBy(
    [...others].filter((other) => other.length >= MIN_LETTERS),
    (other) => other[0],
  )
  return new Map(
    words
      .filter((word) => word.length >= MIN_LETTERS)
      .map((word) => {
        const grams = gramsOf(word)
        const near = compared
          .get(word[0])
          ?.filter((other) => other !== word && isSimilar(word, { other, grams }))
        return [word, new Set(near)]
      }),
  )
}

function isSimilar(
  word: string,
  { other, grams }: { readonly other: string; readonly grams: readonly string[] },
): boolean {
  const most = Math.max(word.length, other.length)
  let same = 0
  while (same < word.length && word[same] === other[same]) same++
  if (same >= MIN_LETTERS && same >= BEGINNING_SHARE * most) return true
  // A word of n letters has n runs.
  if (Math.min(word.length, other.length) < RUN_SHARE * most) return false
  const marked = `^${other}$`
  const shared = grams.filter((gram) => marked.includes(gram)).length
  return (2 * shared) / (grams.length + other.length) >= RUN_SHARE
}
