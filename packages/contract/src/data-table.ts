import * as z from 'zod'
import { DataReading } from './data-reading.ts'
import { LIMITS } from './limits.ts'
import { filledText, text } from './text.ts'

/** The owner's other words for a value of a column. */
const ValueSynonyms = z
  .object({
    value: filledText(LIMITS.nameLength).meta({
      description: 'The value, as the column stores it.',
      examples: ['Netherlands'],
    }),
    synonyms: z
      .array(filledText(LIMITS.nameLength))
      .min(1)
      .max(LIMITS.synonymsPerDefinition)
      .meta({ description: 'Other words for it.', examples: [['Holland']] }),
  })
  .meta({ id: 'ValueSynonyms', description: 'Other words for a value of a column.' })

const Column = z
  .object({
    name: z.string().describe('The name of the column.'),
    type: z.string().describe("The engine's native type name, such as `varchar(20)`."),
    description: z.string().describe('What the column holds.'),
    samples: z.array(z.string()).describe('Some of its values.'),
    is_searched: z
      .boolean()
      .exactOptional()
      .describe('False where its values are left out of the index of values; absent otherwise.'),
    value_synonyms: z
      .array(ValueSynonyms)
      .exactOptional()
      .describe('Your other words for its values; absent where there are none.'),
  })
  .meta({ id: 'Column', description: 'A column of a table.' })

/** A declared link from columns of this table to columns of another table in the same data source. */
const Key = z
  .object({
    columns: z.array(z.string()).describe('Columns of this table.'),
    table: z.string().describe('The table that they refer to.'),
    table_columns: z.array(z.string()).describe('The columns there, in the same order.'),
  })
  .meta({ id: 'ForeignKey', description: 'A declared link to another table of the same data source.' })

/** A table of a data source with its columns. */
export const DataTable = z
  .object({
    name: z.string().meta({
      description: 'The name in SQL: `source.table` or `source.schema.table`.',
      examples: ['shop.orders'],
    }),
    description: z.string().describe('What the table holds.'),
    row_count: z.int().nullable().describe('The number of rows; null where it is unknown.'),
    columns: z.array(Column).describe('The columns in their order.'),
    keys: z.array(Key).describe('Links to other tables.'),
    reading: DataReading.exactOptional(),
  })
  .meta({ id: 'Table', description: 'A table of a data source.' })

/** The owner's description of a table or a column. */
const OwnText = text(LIMITS.descriptionLength).describe(
  'Your description; an empty text restores the original one.',
)

/** The owner's descriptions of tables and their columns. */
export const TableDescriptions = z
  .array(
    z.object({
      name: z.string().describe('The name of the table, as the data source shows it.'),
      description: OwnText.optional(),
      columns: z
        .array(
          z.object({
            name: z.string().describe('The name of the column.'),
            description: OwnText.optional(),
            is_searched: z
              .boolean()
              .optional()
              .describe(
                'Whether find_metadata may name its values. With false they are in no index, and notes of execute_sql list none of them.',
              ),
            value_synonyms: z
              .array(ValueSynonyms)
              .max(LIMITS.namedValuesPerColumn)
              .optional()
              .describe('Replaces your other words for its values; an empty list removes them.'),
          }),
        )
        .max(LIMITS.bodyKeys)
        .optional()
        .describe('Columns to describe.'),
    }),
  )
  .max(LIMITS.bodyKeys)
  .describe('Tables to describe.')
