import type { DataSource } from '@parley/contract'
import { SOURCE_TEXTS } from '../texts.ts'

const NUMBER = /int|double|decimal|float|numeric|real|number/i
const TIME = /date|time/i
const TEXT = /char|text|string|enum/i
/** Numbers that identify rows instead of measuring them. */
const IDENTIFIER = /(^|_)(id|key|code|zip|year)$/i

type Source = Pick<DataSource, 'tables'>
type Questions = typeof SOURCE_TEXTS.questions

/**
 * A first question about the largest table of a source; it leads to a chart if the table allows one. By default it is in
 * the language of the page.
 */
export function guessQuestion({ tables }: Source, texts: Questions = SOURCE_TEXTS.questions): string {
  const table = tables.toSorted((a, b) => (b.row_count ?? 0) - (a.row_count ?? 0))[0]
  if (!table) return ''
  const columnOf = (type: RegExp) => table.columns.find((column) => type.test(column.type))
  const measure = table.columns.find(({ name, type }) => NUMBER.test(type) && !IDENTIFIER.test(name))
  const time = columnOf(TIME)
  const group = columnOf(TEXT)
  const name = toWords(table.name.split('.').at(-1) ?? table.name)
  if (measure && time) return texts.overTime(toWords(measure.name), name)
  if (measure && group) return texts.byGroup(toWords(measure.name), toWords(group.name), name)
  return texts.count(name)
}

function toWords(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
}
