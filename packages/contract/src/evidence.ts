import * as z from 'zod'
import { RunId, StepId } from './step.ts'
import { JsonObject, JsonValue } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

const NumberSpan = z
  .object({
    offset: z
      .int()
      .describe('Where the number begins, in UTF-16 code units of the answer without its reasoning.'),
    length: z.int().describe('How long it is, its unit included.'),
    kind: z
      .enum(['cell', 'derived', 'row_count', 'question', 'none'])
      .describe(
        'What proves it: a cell, a calculation, the number of rows, the user who gave it, or nothing that was found.',
      ),
    step_id: StepId.nullable().describe('The step whose result proves it.'),
    row: z.int().nullable().describe('The row of the result, from 1.'),
    column: z.string().nullable().describe('The column, or two of them.'),
    rule: z
      .string()
      .nullable()
      .describe('How it follows, such as `sum`, `mean`, `difference`, `share` or `change`.'),
    value: JsonValue.describe('The exact value, where the number is rounded.'),
    chance: z.number().describe('How likely a number of as many digits fits by chance, from 0 to 1.'),
    block_height: z
      .int()
      .nullable()
      .describe('The block of the ledger after which the result was read; null where it read no ledger.'),
    cells: JsonObject.nullable().describe('The row, its first columns and the beginnings of long texts.'),
  })
  .meta({ id: 'NumberSpan', description: 'A number of an answer and its proof.' })
export type NumberSpan = z.infer<typeof NumberSpan>

const ReadSource = z
  .object({
    name: z.string().describe('The data source, as statements name it.'),
    updated_at: LocalTimestamp.nullable().describe(
      'When its tables changed last before the run; null where the service writes them for each statement.',
    ),
    block_height: z.int().nullable().describe('Of a ledger: the block after which it was read.'),
  })
  .meta({ id: 'ReadSource', description: 'A data source in the state in which a result was read from it.' })

const SearchedResult = z
  .object({
    step_id: StepId,
    row_count: z.int().nullable().describe('Rows of the result; null when it is unknown.'),
    searched_rows: z.int().describe('Rows that were searched.'),
    sources: z
      .array(ReadSource)
      .describe('The data sources that it was read from. Empty for runs before this was stored.'),
    file: z
      .string()
      .nullable()
      .describe(
        'Path of the whole result as Parquet, relative to the base URL, for a week. Null where the trace holds all rows.',
      ),
    note: z
      .string()
      .nullable()
      .describe('Why the whole result was not searched, or can no longer be read. Null otherwise.'),
  })
  .meta({ id: 'SearchedResult', description: 'A result that the numbers were searched in.' })

const NumberRepair = z
  .object({
    numbers: z.array(z.string()).describe('The numbers that the model was asked about, as it wrote them.'),
    is_replaced: z.boolean().describe('Whether a correction became the answer.'),
    before: z.string().describe('The answer before the correction.'),
  })
  .meta({ id: 'NumberRepair', description: 'What the model was asked to correct.' })

/** Which numbers of an answer the results of its run prove. */
export const Evidence = z
  .object({
    run_id: RunId,
    numbers: z.int().describe('How many numbers of the answer were judged.'),
    proven: z.int().describe('How many of them are proven.'),
    spans: z.array(NumberSpan).describe('The numbers in the order of the answer.'),
    results: z.array(SearchedResult).describe('The results that they were searched in.'),
    repair: NumberRepair.nullable().describe('Null when the model was not asked to correct a number.'),
  })
  .meta({ id: 'Evidence', description: 'Which numbers of an answer the results of its run prove.' })
export type Evidence = z.infer<typeof Evidence>
