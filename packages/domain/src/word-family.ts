import { stemmer } from 'stemmer'

/** Endings of words for people who do something. */
const PERSON = /(?:er|or|ant|(?<!m)ent|ist|ian)$/

/**
 * Whether an English word names the people who do what another word names: "engineers" of Engineering, "operator" of
 * Operations. Both are single words, in any case. Porter's stem alone puts words of different meanings in one family,
 * such as university and universe. So one of the two must have the ending of a person, and the other one must not.
 */
export function isPersonOf(person: string, activity: string): boolean {
  const [one, other] = [singular(person), activity.toLowerCase()]
  return PERSON.test(one) && !PERSON.test(singular(other)) && stemmer(one) === stemmer(other)
}

/** Whether an English word may name people by what they do. */
export function isPerson(word: string): boolean {
  return PERSON.test(singular(word))
}

function singular(word: string): string {
  return word.toLowerCase().replace(/(?<=[^s])s$/, '')
}

/**
 * Whether the words of a column's name, in lower case, say that it holds what people do. In other columns a word and a value
 * of one family mean different things: customers are no people of the make "Custom".
 */
export function isOccupation(words: readonly string[]): boolean {
  return words.some((word) => OCCUPATION.test(word))
}

const OCCUPATION =
  /^(?:departments?|dept|teams?|divisions?|occupations?|professions?|jobs?|roles?|positions?|disciplines?|fields?|trades?|specialt(?:y|ies)|functions?)$/
