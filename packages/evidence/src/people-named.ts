import { isOccupation, isPerson, isPersonOf } from '@parley/domain/word-family'
import { wordsOf } from './words-of.ts'

/**
 * Returns a function that finds the word of an answer that names the people of a value: "engineers" of the department
 * Engineering. Null for values of several words, and for columns that do not say what people do.
 */
export function peopleNamer(
  columns: readonly string[],
  answerWords: ReadonlySet<string>,
): (text: string, column: number) => readonly [string] | null {
  const people = [...answerWords].filter(isPerson)
  const isOfPeople = columns.map((name) => people.length > 0 && isOccupation(wordsOf(name)))
  return (text, column) => {
    if (isOfPeople[column] !== true || !ONE_WORD.test(text)) return null
    const named = people.find((word) => isPersonOf(word, text))
    return named === undefined ? null : [named]
  }
}

const ONE_WORD = /^[a-z]{3,40}$/i
