import { pageLanguage } from '#web/language/page-language.ts'
import { isMissing, type ShownRow, textOf } from './rows.ts'

/** The column that orders a table. */
export type Sorting = { readonly column: string; readonly isDescending: boolean }

/** The rows that contain a text in any column, in the order of a column. NULL comes last. The given rows stay as they are. */
export function arrangeRows(
  rows: readonly ShownRow[],
  { filter, sorting }: { readonly filter: string; readonly sorting: Sorting | null },
): readonly ShownRow[] {
  const wanted = filter.trim().toLocaleLowerCase()
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) =>
          Object.values(row).some((value) => textOf(value).toLocaleLowerCase().includes(wanted)),
        )
  if (sorting === null) return found
  const { column, isDescending } = sorting
  return found.toSorted((a, b) => compare(a[column], b[column], isDescending ? -1 : 1))
}

/** The sorting after one more click on a column: up, down, none. */
export function nextSorting(sorting: Sorting | null, column: string): Sorting | null {
  if (sorting?.column !== column) return { column, isDescending: false }
  return sorting.isDescending ? null : { column, isDescending: true }
}

function compare(a: unknown, b: unknown, sign: number): number {
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
  const [x, y] = [Number(a), Number(b)]
  if (a !== '' && b !== '' && Number.isFinite(x) && Number.isFinite(y)) return sign * (x - y)
  return sign * textOrder().compare(textOf(a), textOf(b))
}

let collator: Intl.Collator | undefined

/** Made at the first use, when the language of the page is known. */
function textOrder(): Intl.Collator {
  collator ??= new Intl.Collator(pageLanguage().locale, { numeric: true })
  return collator
}
