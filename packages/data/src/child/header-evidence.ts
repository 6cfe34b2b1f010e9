import { type CellKind, dominantKind, isFilled, kindOfCell, type Row, yearOfCell } from './cell-kind.ts'

/**
 * Why the first row is the header or is not: `types` of the values below, a `run` of years or numbers, or the `place`
 * alone. `doubtful`: it was decided without evidence. `none`: the first row has values. `chosen`: the owner decided.
 */
export type HeaderEvidence = 'types' | 'run' | 'place' | 'doubtful' | 'none' | 'chosen'

type Table = { readonly width: number; readonly isBelowTitle: boolean }
type Decision = { readonly count: number; readonly evidence: HeaderEvidence }

const MAX_HEADER_ROWS = 4
/** Values of a column that are compared with its header. */
const COMPARED_ROWS = 200

/** Returns how many of the first rows are the header. `rows` has no blank rows and begins with the table. */
export function headerRowCount(rows: readonly Row[], table: Table): Decision {
  const [first] = rows
  if (!first) return { count: 0, evidence: 'none' }
  const header = first.join('\u0000')
  const body = rows.slice(firstBodyRow(rows, table.width)).filter((row) => row.join('\u0000') !== header)
  const columns = columnsOf(body, { from: 0, width: table.width })
  const votes = votesOf(first, { columns, width: table.width })
  const evidence = evidenceOf(votes, { rows, ...table })
  // Nothing below says otherwise.
  if (evidence === 'doubtful' && rows.length === 1) return { count: 1, evidence: 'place' }
  if (evidence === 'none') return { count: 0, evidence }
  return { count: 1 + furtherHeaderRows(rows, { columns, width: table.width }), evidence }
}

/** The values of each column, without rows that may be a part of the header. */
type Column = { readonly cells: readonly string[]; readonly kind: CellKind | null }

function columnsOf(rows: readonly Row[], { from, width }: { from: number; width: number }): Column[] {
  const below = rows.slice(from, from + COMPARED_ROWS)
  // Notes below the table are of another length.
  const like = below.filter((row) => row.length === width)
  const body = like.length > 0 ? like : below
  return Array.from({ length: width }, (_, place) => {
    const cells = body.map((row) => row[place] ?? '')
    return { cells, kind: dominantKind(cells) }
  })
}

/** The first row that has numbers or dates where most rows have them, at least the second. */
export function firstBodyRow(rows: readonly Row[], width: number): number {
  const typed = columnsOf(rows, { from: Math.min(MAX_HEADER_ROWS, rows.length - 1), width }).flatMap(
    ({ kind }, place) => (kind === 'number' || kind === 'moment' ? [place] : []),
  )
  if (typed.length === 0) return 1
  for (let at = 1; at < Math.min(MAX_HEADER_ROWS, rows.length); at++) {
    const kinds = typed.map((place) => kindOfCell(rows[at]?.[place] ?? ''))
    if (kinds.some((kind) => kind === 'number' || kind === 'moment')) return at
  }
  return 1
}

type Votes = { types: number; place: number; against: number; run: number }

function votesOf(row: Row, { columns, width }: { columns: readonly Column[]; width: number }): Votes {
  const run = runIn(row, columns)
  const votes: Votes = { types: 0, place: 0, against: 0, run: run.length }
  const seen = new Set<string>()
  for (let place = 0; place < width; place++) {
    const cell = (row[place] ?? '').trim()
    const column = columns[place]
    if (cell === '' || !column) continue
    if (seen.has(cell)) votes.against += 0.25
    seen.add(cell)
    if (!run.includes(place)) vote(votes, { cell, column })
  }
  return votes
}

/** One cell against the values below it. */
function vote(votes: Votes, { cell, column }: { cell: string; column: Column }): void {
  const kind = kindOfCell(cell)
  if (kind === 'missing') return
  if (column.kind === 'number' || column.kind === 'moment') {
    if (kind === 'text') votes.types += 1
    else if (kind === column.kind) votes.against += 1
    else votes.types += kind === 'moment' ? 0.5 : 0
    return
  }
  if (column.kind === null) return
  if (kind !== 'text') {
    votes.against += 0.5
    return
  }
  if (column.cells.some((value) => value.trim() === cell)) votes.against += 0.5
  else if (isUnlike(cell, column.cells)) votes.place += 0.5
}

/** Whether a text differs in form from all values of a column that have one form: a code, a long text, an address. */
function isUnlike(cell: string, cells: readonly string[]): boolean {
  const values = cells.map((value) => value.trim()).filter((value) => value !== '')
  if (values.length < 2) return false
  const hasDigits = values.every((value) => /\d/.test(value))
  if (hasDigits && !/\d/.test(cell)) return true
  const lengths = values.map((value) => value.length)
  const shortest = Math.min(...lengths)
  if (shortest === Math.max(...lengths) && shortest !== cell.length) return true
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return mean > 3 * cell.length && mean > 20
}

/**
 * The places of a row whose numbers are years in order (1960, 1961), or a count from 0 or 1 in steps of 1, and whose
 * column holds other numbers. Such numbers name columns.
 */
function runIn(row: Row, columns: readonly Column[]): readonly number[] {
  const filled = row.flatMap((cell, place) => (isFilled(cell) ? [place] : []))
  const years = filled.filter((place) => yearOfCell(row[place] ?? '') !== null)
  if (
    isOrdered(distinctRun(years.map((place) => yearOfCell(row[place] ?? '') ?? 0))) &&
    years.every((place) => hasOther(columns[place])) &&
    // In a row with other numbers, these are values, and so are the years.
    filled.every((place) => years.includes(place) || kindOfCell(row[place] ?? '') !== 'number')
  ) {
    if (years.length >= 3 || (years.length >= 1 && years.length < filled.length)) return years
    if (years.length >= 2) return years
  }
  const counted = filled.filter((place) => /^\d{1,4}$/.test((row[place] ?? '').trim()))
  const numbers = counted.map((place) => Number(row[place]))
  const isCount =
    numbers.every((number, index) => number === (numbers[0] ?? 0) + index) && (numbers[0] ?? 9) <= 1
  const rest = filled.length - counted.length
  if (counted.length < 3 || !isCount || rest > 1) return []
  return counted.some((place) => (columns[place]?.cells ?? []).some(isNotCount)) ? counted : []
}

/** The numbers without repetitions side by side: two columns of one year, such as its plan and its result. */
function distinctRun(numbers: readonly number[]): readonly number[] {
  const run = numbers.filter((number, index) => number !== numbers[index - 1])
  return run.length > 1 ? run : numbers
}

/** A value that no count holds: a fraction, a text, a large number. */
function isNotCount(cell: string): boolean {
  return isFilled(cell) && !/^\s*\d{1,4}\s*$/.test(cell)
}

/** Whether most values of a column are not years. */
function hasOther(column: Column | undefined): boolean {
  const filled = (column?.cells ?? []).filter(isFilled)
  const years = filled.filter((cell) => yearOfCell(cell) !== null)
  return filled.length === 0 || years.length <= filled.length / 4
}

function isOrdered(numbers: readonly number[]): boolean {
  const up = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
  const down = numbers.every((number, index) => index === 0 || number < (numbers[index - 1] ?? 0))
  return up || down
}

function evidenceOf(
  votes: Votes,
  { rows, width, isBelowTitle }: Table & { rows: readonly Row[] },
): HeaderEvidence {
  const [first = []] = rows
  const kinds = first.slice(0, width).map(kindOfCell)
  const texts = kinds.filter((kind) => kind === 'text').length
  if (votes.run > 0 && votes.run + votes.types > votes.against) return 'run'
  if (votes.types > votes.against) return 'types'
  if (votes.types + votes.place > votes.against && texts > 0) return 'place'
  const values = kinds.filter((kind) => kind === 'number' || kind === 'moment').length
  if (values > 0 || votes.against > votes.types + votes.place)
    return isBelowTitle && texts > values ? 'doubtful' : 'none'
  // Texts above texts: the first line is usually the header.
  return texts >= Math.max(1, width / 2) ? 'doubtful' : 'none'
}

/** Header rows below the first: units, quarters below years, names below groups. */
function furtherHeaderRows(
  rows: readonly Row[],
  { columns, width }: { columns: readonly Column[]; width: number },
): number {
  let count = 0
  while (count + 1 < Math.min(MAX_HEADER_ROWS, rows.length - 1)) {
    const row = rows[count + 1] ?? []
    const above = rows[count] ?? []
    if (!isHeaderRow(row, { above, columns, width })) break
    count++
  }
  return count
}

function isHeaderRow(
  row: Row,
  { above, columns, width }: { above: Row; columns: readonly Column[]; width: number },
): boolean {
  const typed = columns.flatMap(({ kind }, place) => (kind === 'number' || kind === 'moment' ? [place] : []))
  if (typed.length === 0) return false
  const kinds = typed.map((place) => kindOfCell(row[place] ?? ''))
  const texts = kinds.filter((kind) => kind === 'text').length
  const filled = row.slice(0, width).filter(isFilled).length
  const gaps = above
    .slice(0, width)
    .filter((cell, place) => !isFilled(cell) && isFilled(row[place] ?? '')).length
  // Numbers name columns only where the row above leaves some without a name.
  if (kinds.some((kind) => kind === 'number' || kind === 'moment'))
    return gaps > 0 && runIn(row, columns).length >= 2
  if (texts === 0) return false
  // Names below groups fill the gaps of the row above; units stand below names.
  return (
    gaps > 0 ||
    (texts >= 2 && texts > typed.length / 2) ||
    (filled === texts && texts >= 1 && above.filter(isFilled).length > filled)
  )
}
