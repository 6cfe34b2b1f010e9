import { gramsOf } from '../values/spellings.ts'

/** The fewest letters of a compared word, and of a beginning that makes two words similar. */
const MIN_LETTERS = 4
/**
 * Two words are similar with a common beginning of this share of the longer word, or else with this share of common
 * runs of three letters.
 */
const BEGINNING_SHARE = 0.6
const RUN_SHARE = 0.5

/**
 * For each word, the others with a similar spelling: `french` is similar to `franc`, `won` is not similar to `wonder`.
 */
export function similarWords(
  words: readonly string[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  // Nearly all similar words have the same first letter, so only words that share it are compared.
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
