import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** At most four characters that are no letters, digits, quotes or ends of a line; none for a file of one column. */
const SEPARATOR = /^[^\p{L}\p{N}"'\r\n]{0,4}$/u
/** A label of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels). */
const ENCODING = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,39}$/

/** How a table of a file is read. */
export const ReadingSettings = z
  .object({
    separator: z
      .string()
      .regex(SEPARATOR)
      .exactOptional()
      .meta({ description: 'The text between two values of a delimited file.', examples: [';'] }),
    encoding: z
      .string()
      .regex(ENCODING)
      .exactOptional()
      .meta({ description: 'The encoding, such as `utf-8` or `windows-1252`.', examples: ['windows-1252'] }),
    header_row: z
      .int()
      .min(0)
      .max(LIMITS.headerRow)
      .exactOptional()
      .describe('The row with the column names, counted from 1; 0 when no row has them.'),
    date_order: z
      .enum(['day_first', 'month_first'])
      .exactOptional()
      .describe('The order in dates of which both orders would be possible.'),
    decimal_mark: z
      .enum(['point', 'comma'])
      .exactOptional()
      .describe('What stands before the decimals of a number.'),
    column_types: z
      .record(
        z.string().max(LIMITS.nameLength),
        z.enum(['text', 'integer', 'number', 'date', 'timestamp', 'boolean']),
      )
      .exactOptional()
      .describe(
        'The types of columns, by their names in SQL. Values that do not fit are empty, and a note counts them.',
      ),
  })
  .meta({ id: 'ReadingSettings', description: 'How a table of a file is read.' })

/** How a table was read from its file. */
export const DataReading = z
  .object({
    notes: z
      .array(
        z.object({
          kind: z.string().meta({
            description: 'What the note is about. New kinds may be added.',
            examples: ['dates'],
          }),
          column: z.string().exactOptional().describe('The column; absent for the whole table.'),
          row_count: z.int().exactOptional().describe('How many rows it concerns.'),
          text: z.string().describe('One sentence.'),
        }),
      )
      .describe('What was assumed and changed.'),
    settings: ReadingSettings,
    chosen: z
      .array(z.string())
      .describe('The names of the settings that you chose; the file decided the others.'),
  })
  .meta({ id: 'Reading', description: 'How the table was read from its file.' })
