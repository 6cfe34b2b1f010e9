import { isUnit } from './units.ts'

/**
 * Words of columns that name rows. No sum or mean is made of such a column and none of its values is called the highest.
 * Its values stand in sentences about all other columns.
 */
const KEY = /^(?:id|key|no|nr|code|year|month|quarter|week|day|rank|date|number)$/

/** Whether a column names its rows, such as an id or a year. */
export function isKeyColumn({ words }: { readonly words: readonly string[] }): boolean {
  return words.some((word) => KEY.test(word))
}

/** The words of a column's name without its unit; null where it names rows, or has no name but a unit. */
export function subjectOf(words: readonly string[]): readonly string[] | null {
  const subject = words.filter((word) => !isUnit(word))
  return subject.length === 0 || isKeyColumn({ words }) ? null : subject
}
