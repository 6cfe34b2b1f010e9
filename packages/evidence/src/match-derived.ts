import type { Derived } from './compare-values.ts'
import { derive } from './derive.ts'
import { isKeyColumn } from './is-key-column.ts'
import type { Surroundings } from './match-cells.ts'
import { chanceOf, isShown } from './match-number.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { isPercentageName } from './units.ts'
import { isSameWord } from './words-of.ts'

/** A calculated value that equals a number as it is shown. */
export type MatchedDerived = {
  readonly table: ResultTable
  readonly candidate: Derived
  readonly chance: number
}

/** The highest accepted probability of a chance match: where words name rule and rows, the rule alone, or no rule. */
const ACCEPTED = { pointed: 0.5, cued: 0.3, silent: 0.01 }

/** Values that are calculated for one number. */
const MOST_CANDIDATES = 5000

type Calculated = Surroundings & { readonly table: ResultTable }
type Group = { readonly most: number; tried: number; match: Omit<MatchedDerived, 'chance'> | null }

/** Finds how a number follows from the cells of a result. The words of its sentence decide which rules apply. */
export function matchDerived(number: WrittenNumber, around: readonly Calculated[]): MatchedDerived | null {
  const groups = new Map<string, Group>()
  let left = MOST_CANDIDATES
  for (const one of around) {
    const { table, cues, sentence, clause, lead } = one
    if (table.result.isLoose) continue
    const rows = [sentence, clause, lead].find((pointed) => pointed && pointed.rows.size > 0)?.rows ?? NO_ROWS
    const wanted = {
      table,
      rows,
      columns: columnsNamed(one),
      moved: movedRow(one),
      isRate: cues('isRate'),
      isTotal: one.clauseCues('sum'),
    }
    for (const candidate of derive(wanted)) {
      if (left-- <= 0) break
      if (isContradicted(candidate, one) || isAmountInPercent(number, candidate, one)) continue
      if (isOfOtherClause(candidate, one) || isBetweenOthers(candidate, one)) continue
      if (!isOfForm(number, { candidate, isShare: cues('isShareOfAll') })) continue
      const group = groupOf(groups, { candidate, hasCue: isCued(candidate, one) })
      group.tried++
      if (!group.match && isShown(number, candidate)) group.match = { table, candidate }
    }
  }
  const found = [...groups.values()].flatMap(({ match, tried, most }) => {
    const chance = chanceOf(tried, number.digits)
    return match && chance <= most ? [{ ...match, chance, most }] : []
  })
  const [best] = found.toSorted((a, b) => b.most - a.most || a.chance - b.chance)
  return best ? { table: best.table, candidate: best.candidate, chance: best.chance } : null
}

const NO_ROWS: ReadonlySet<number> = new Set()
const NO_COLUMNS: ReadonlySet<string> = new Set()

/** Whether the words say the rule of a value. "Over the five days" may be a sum, and so may the whole of a share. */
function isCued({ cue }: Derived, { cues, isWhole }: Surroundings): boolean {
  return cues(cue) || (cue === 'sum' && (isWhole() || cues('isAcross')))
}

/** Without a cue each rule is judged alone: a sum is likelier meant than one of hundreds of differences. */
function groupOf(
  groups: Map<string, Group>,
  { candidate, hasCue }: { readonly candidate: Derived; readonly hasCue: boolean },
): Group {
  const cued = candidate.isPointed ? 'pointed' : 'cued'
  const name = hasCue ? cued : candidate.rule
  const known = groups.get(name) ?? { most: hasCue ? ACCEPTED[cued] : ACCEPTED.silent, tried: 0, match: null }
  groups.set(name, known)
  return known
}

/** The only row that a clause names, where it names the row by its date and says that a value moves. */
function movedRow({ table, clause, clauseCues }: Calculated) {
  const [row] = clause.rows
  const isOne = row !== undefined && clause.rows.size === 1 && table.dates.some((date) => date.row === row)
  return isOne && clauseCues('isMove') ? row : null
}

/** Rules over all rows, or over several. */
const OF_ALL: ReadonlySet<string> = new Set(['sum', 'mean', 'median', 'min', 'max', 'count', 'distinct'])
const OF_SEVERAL: ReadonlySet<string> = new Set(['sum_of_rows', 'mean_of_rows'])

/** Whether the words around a number exclude a rule: a figure of all rows says nothing about the row that they name. */
function isContradicted(candidate: Derived, around: Surroundings): boolean {
  const { rule, cue, row } = candidate
  const { clause, sentence, lead, cues, clauseCues, keyed } = around
  if (rule === 'sum' && around.isWhole()) return false
  if (candidate.rows && clause.rows.size > 0 && !candidate.rows.some((one) => clause.rows.has(one)))
    return true
  if (isOtherChange(candidate, around) || (candidate.isToZero && !cues('difference'))) return true
  if (clauseCues('max') !== clauseCues('min') && rule === (clauseCues('max') ? 'min' : 'max')) return true
  if ((rule === 'max' || rule === 'min') && isOfNamedRow(rule, around)) return true
  if ((clauseCues('max') || clauseCues('min')) && !cues(cue)) return true
  if (OF_ALL.has(rule) && keyed()) return !clauseCues('isOverall')
  const inLead = sentence.rows.size === 0 && lead !== null && lead.rows.size > 0
  if (clause.rows.size === 0 && !inLead) return sentence.rows.size > 0 && !isCued(candidate, around)
  if (rule === 'share' && row !== null && !candidate.rows && clause.rows.size > 0 && !clause.rows.has(row))
    return true
  if (!isCued(candidate, around)) return true
  if (OF_ALL.has(rule)) return !clauseCues('isOverall')
  return OF_SEVERAL.has(rule) && clause.rows.size === 1 && !clauseCues('isOverall') && !clauseCues('isJoint')
}

/** Whether another clause calls a named row the highest or lowest: "Houses in Braga are the largest, with 125 m²". */
function isOfNamedRow(end: 'max' | 'min', { clause, sentence, clauseCues }: Surroundings): boolean {
  return clause.rows.size === 0 && sentence.rows.size > 0 && !clauseCues(end)
}

/** Whether the words state the opposite of a change: "up 7 %" is of the smaller value, "down 7 %" of the larger one. */
function isOtherChange({ rule, isFall }: Derived, { cues, clauseCues }: Surroundings): boolean {
  if (rule === 'share') return clauseCues('isMove') && !clauseCues('isShareOfAll')
  if (rule !== 'change' || isFall === undefined) return false
  const said = clauseCues('isFall') === clauseCues('isRise') ? cues : clauseCues
  return said('isFall') !== said('isRise') && isFall !== said('isFall')
}

/**
 * Whether the number is a percentage, but the value is an amount. From 200 to 250 is a rise by 50, and not by 50 %;
 * together they are 450, and not 450 %.
 */
function isAmountInPercent(
  { unit }: WrittenNumber,
  { rule, column, unit: own }: Derived,
  around: Calculated,
): boolean {
  if (unit !== '%' || own === '%' || isPercentageName(column ?? '')) return false
  if (around.clauseCues('isMove')) return !PERCENT_RULES.has(rule)
  const source = around.table.columns.find(({ name }) => name === column)
  return OF_AMOUNTS.has(rule) && (source?.cells.some(({ value }) => Math.abs(value) > 100) ?? false)
}

const OF_AMOUNTS: ReadonlySet<string> = new Set(['sum', 'mean', 'median', 'sum_of_rows', 'mean_of_rows'])

/** The columns that the words around a number name; all where they name none. */
function columnsNamed({ table, scores, cues, stated }: Calculated) {
  const named = table.columns.filter((_, index) => (scores[index] ?? 0) > 0)
  // "Orders" names the ids of orders too, of which nothing is calculated.
  const withNumbers = named.filter(({ cells, words }) => cells.length > 0 && words.at(-1) !== 'id')
  if (withNumbers.length > 0) return withNumbers
  // "Sales (31) is nearly three times the size of Finance" speaks of the column of the 31.
  const known = cues('ratio') || cues('share') ? stated() : NO_COLUMNS
  const ofCells = table.columns.filter((column) => known.has(column.name) && !isKeyColumn(column))
  return ofCells.length > 0 ? ofCells : table.columns
}

/** Whether a change is between other values than the sentence states: "from 310 to 402, up 30 %". */
function isBetweenOthers({ rule, column, rows }: Derived, { table, ends }: Calculated): boolean {
  if (!rows || (rule !== 'change' && rule !== 'difference')) return false
  const said = ends()
  if (said === null || said.column !== column) return false
  const cells = table.columns.find(({ name }) => name === column)?.cells ?? []
  const valuesOf = (wanted: readonly number[]) =>
    wanted.map((row) => cells.find((cell) => cell.row === row)?.value).toSorted((a = 0, b = 0) => a - b)
  return valuesOf(rows).join() !== valuesOf(said.rows).join()
}

/** Whether the total is of another column than the clause names: "12 passed and 39 failed". */
function isOfOtherClause({ rule, column }: Derived, { table, scopes }: Calculated): boolean {
  if (!OF_ALL.has(rule) || scopes.header !== null) return false
  const { words } = scopes.clause
  const isSaid = (one: TableColumn) =>
    one.cells.length > 0 &&
    !isKeyColumn(one) &&
    one.words.some((name) => words.some(({ word }) => isSameWord(name, word)))
  const own = table.columns.find(({ name }) => name === column)
  return own !== undefined && !isSaid(own) && table.columns.some((one) => one !== own && isSaid(one))
}

const PERCENT_RULES: ReadonlySet<string> = new Set(['share', 'change'])

/** Whether a number is written like the value: with a percent sign for shares, changes and percentages alone. */
function isOfForm(
  { unit, form, readings }: WrittenNumber,
  { candidate, isShare }: { readonly candidate: Derived; readonly isShare: boolean },
): boolean {
  const { rule } = candidate
  // Every small ratio rounds to 0.
  if (rule === 'ratio' && readings.every(({ value }) => value === 0)) return false
  if (rule === 'share' && candidate.unit === null) {
    // The share of one row in another, without a percent sign, is written in words: "about half of East".
    const isOfRows = candidate.rows !== undefined && candidate.rows.length > 1
    if (readings.every(({ value }) => value > 1) || (isOfRows && form !== 'fraction')) return false
  }
  const isPercentage = candidate.unit === '%' && PERCENT_RULES.has(rule)
  if (unit === '%') return isPercentage || !/^(?:ratio|count|distinct|share)/.test(rule)
  if (form === 'fraction') return rule === 'share' || rule === 'ratio'
  return !isPercentage || isShare
}
