import { type ReadingNote, type ReadingReport, type ReadingSettings, SETTING_NAMES } from '@parley/domain'
import type { PlannedColumn } from './column-plan.ts'
import type { TableReader } from './table-reader.ts'

type ReadTable = {
  readonly reader: TableReader
  readonly columns: readonly PlannedColumn[]
  /** What the owner chose. */
  readonly chosen: ReadingSettings
  /** About rows that add up others. */
  readonly totals: readonly ReadingNote[]
  /** About values of columns of numbers. */
  readonly doubts: readonly ReadingNote[]
}

/** Returns what was assumed and changed: for the file as its reader found it, then column by column. */
export function reportReading({ reader, columns, chosen, totals, doubts }: ReadTable): ReadingReport {
  const notes = columns.flatMap(({ name, header, isReserved, note, kind }): ReadingNote[] => [
    ...(isReserved ? [{ kind: 'header' as const, column: name, text: reservedNote(header) }] : []),
    ...(note && kind ? [{ kind, column: name, text: note }] : []),
  ])
  const used = columns.map(({ settings }) => settings ?? {})
  return {
    notes: [...(reader.notes ?? []), ...totals, ...notes, ...doubts].slice(0, MAX_NOTES),
    settings: {
      ...reader.settings,
      ...onlyOne('dateOrder', used),
      ...onlyOne('decimalMark', used),
      ...chosen,
    },
    chosen: SETTING_NAMES.filter((name) => chosen[name] !== undefined),
  }
}

function reservedNote(header: string): string {
  return `The name in the file, “${header.trim()}”, is a reserved word of SQL.`
}

/** A file of 2,000 columns of text would fill the catalog with notes. */
const MAX_NOTES = 300

/** The value of a setting in all columns that have it; nothing where they differ. */
function onlyOne<Name extends 'dateOrder' | 'decimalMark'>(
  name: Name,
  used: readonly ReadingSettings[],
): Pick<ReadingSettings, Name> | undefined {
  const [first, ...others] = new Set(used.flatMap((settings) => settings[name] ?? []))
  return first === undefined || others.length > 0
    ? undefined
    : ({ [name]: first } as Pick<ReadingSettings, Name>)
}
