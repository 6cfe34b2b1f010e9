import * as z from 'zod'

const ColumnProfile = z
  .object({
    name: z.string().describe('The name of the column.'),
    null_count: z.int().describe('How many rows have no value.'),
    distinct_count: z.int().describe('How many different values there are.'),
    minimum: z.string().nullable().describe('The smallest value as text; null where there is no order.'),
    maximum: z.string().nullable().describe('The largest value as text; null where there is no order.'),
    bars: z
      .array(
        z.object({
          label: z.string().nullable().describe('The value; null for a part of a range.'),
          count: z.int().describe('How many rows have it.'),
        }),
      )
      .describe(
        'Ten equal parts from the smallest to the largest number or time, or the most frequent texts.',
      ),
  })
  .meta({ id: 'ColumnProfile', description: 'What a column holds.' })

/** What the columns of a table hold. */
export const TableProfile = z
  .object({
    row_count: z.int().describe('The number of rows.'),
    is_distinct_estimated: z
      .boolean()
      .describe('Whether each distinct_count is an estimate. In tables of at most 10,000 rows it is exact.'),
    columns: z.array(ColumnProfile).describe('At most the first 100 columns, in their order.'),
  })
  .meta({ id: 'TableProfile', description: 'What the columns of a table hold.' })
