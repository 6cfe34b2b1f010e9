import { isUnit } from './units.ts'

/** Words of columns that name rows, of which nothing is calculated or said to be the highest. */
const KEY = /^(?:id|key|no|nr|code|year|month|quarter|week|day|rank|date)$/

/** Whether a column names its rows, such as an id or a year. */
export function isKeyColumn({ words }: { readonly words: readonly string[] }): boolean {
  return words.some((word) => KEY.test(word))
}

/** Columns that name rows. Their values stand in sentences about every other column. */
const NAMES_ROWS = /^(?:id|key|no|nr|number|code|year|month|quarter|week|day|rank)$/

/** The words of a column's name without its unit; null where it names rows, or has no name but a unit. */
export function subjectOf(words: readonly string[]): readonly string[] | null {
  const subject = words.filter((word) => !isUnit(word))
  return subject.length === 0 || words.some((word) => NAMES_ROWS.test(word)) ? null : subject
}
