import type { Select, TokenRange } from '../statement/read-selects.ts'
import { aggregatesIn, type Check, columnOf, type NamedColumn, type StatementView } from './statement-view.ts'

const TEXT_TYPE = /char|text|string|clob/i
const OTHER_DATE = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|^[A-Z][a-z]{2,8} \d{1,2},? \d{4}/
const NUMBER = /^-?\d+(\.\d+)?$/
const DAY = /^\d{4}-\d{2}-\d{2}/
/** Matches the notes of the file reader on columns that look like numbers or dates and stay text. */
const KEPT_AS_TEXT = /(?:no numbers|not a number|unlike the others|look like|cells hold).*Kept as text/s

/** Says that dates or numbers that are stored as text are ordered by their characters. */
export const checkComparedTexts: Check = (view) =>
  view.selects.flatMap((select) => {
    const named = [
      ...orderedColumns(view, select),
      ...extremeColumns(view, select),
      ...comparedColumns(view, select),
    ]
    return named.flatMap((column) => sentence(column) ?? [])
  })

function orderedColumns(view: StatementView, select: Select): NamedColumn[] {
  const { tokens } = view.statement
  return select.orderBy.flatMap(({ from, to }) => {
    const last = tokens[to - 1]?.word
    const range = last === 'asc' || last === 'desc' ? { from, to: to - 1 } : { from, to }
    return columnOf(view, select, range) ?? []
  })
}

function extremeColumns(view: StatementView, select: Select): NamedColumn[] {
  const calls = select.items.flatMap((range) => aggregatesIn(view, select, range))
  return calls.flatMap(({ name, argument }) =>
    name === 'min' || name === 'max' ? (columnOf(view, select, argument) ?? []) : [],
  )
}

function comparedColumns(view: StatementView, select: Select): NamedColumn[] {
  const { tokens } = view.statement
  return select.where.flatMap((range: TokenRange) => {
    const sign = tokens
      .slice(range.from, range.to)
      .findIndex(({ text, word }, at, all) =>
        /^[<>]$/.test(text) ? !/^[<>]$/.test(all[at + 1]?.text ?? '') : word === 'between',
      )
    return sign > 0 ? (columnOf(view, select, { from: range.from, to: range.from + sign }) ?? []) : []
  })
}

function sentence({ table, column }: NamedColumn): string | null {
  const values = column.samples.filter((sample) => sample !== '' && sample.toLowerCase() !== 'null')
  if (!TEXT_TYPE.test(column.type) || values.length < 2) return null
  const name = `${table.name}.${column.name}`
  if (values.every((value) => OTHER_DATE.test(value)))
    return `${name} holds dates as text such as '${values[0]}'; comparing them compares characters, not dates. Convert them first.`
  if (isMostlyNumbers(column.description, values))
    return `${name} is text, because some of its values are no numbers or dates; '9' comes after '10'. Convert it with TRY_CAST first.`
  const lengths = new Set(values.map((value) => value.split('.')[0]?.length))
  if (values.every((value) => NUMBER.test(value)) && lengths.size > 1)
    return `${name} holds numbers as text; '9' comes after '10'. Convert them with CAST.`
  return null
}

function isMostlyNumbers(description: string, values: readonly string[]): boolean {
  const fitting = values.filter((value) => NUMBER.test(value) || DAY.test(value) || OTHER_DATE.test(value))
  return KEPT_AS_TEXT.test(description) && fitting.length * 2 >= values.length
}
