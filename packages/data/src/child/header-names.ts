import { isFilled, type Row } from './cell-kind.ts'

/** Stands between the parts of a name that several header rows give: `2019 / Q1`. */
const JOINT = ' / '

/**
 * Joins the rows of a header into one name a column. The name of a group applies to the columns to its right that have
 * no name in its row, as long as the row below names them.
 */
export function joinedNames(header: readonly Row[], width: number): string[] {
  const parts = header.map((row, index) => spread(row, { below: header[index + 1], width }))
  return Array.from({ length: width }, (_, place) => {
    const names = parts.map((row) => row[place] ?? '').filter(isFilled)
    return names.filter((name, index) => name !== names[index - 1]).join(JOINT)
  })
}

function spread(row: Row, { below, width }: { below: Row | undefined; width: number }): string[] {
  let group = ''
  return Array.from({ length: width }, (_, place) => {
    const cell = plain(row[place] ?? '')
    if (cell !== '') {
      group = cell
      return cell
    }
    if (below && isFilled(below[place] ?? '')) return group
    group = ''
    return ''
  })
}

/** One line, without blanks around it. */
function plain(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim()
}
