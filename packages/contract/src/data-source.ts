import * as z from 'zod'
import { DataConnection } from './data-connection.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { Description, filledText, JsonObject, Name, text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

const DataSourceId = z.uuid()
export const FILE_FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx', 'sqlite'] as const
/** What stands behind a source. The service itself offers `ledger` to everybody; it can be read, not changed. */
export const SOURCE_KINDS = [
  'file',
  'sample',
  'postgresql',
  'mysql',
  'sqlite',
  'http_api',
  'clickhouse',
  'trino',
  'ledger',
] as const

const Column = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  samples: z.array(z.string()),
})

/** A declared link from columns of this table to columns of another one of the same source. */
const Key = z.object({ columns: z.array(z.string()), table: z.string(), table_columns: z.array(z.string()) })

const Table = z.object({
  /** As SQL names it: `source.table` or `source.schema.table`. */
  name: z.string(),
  description: z.string(),
  row_count: z.int().nullable(),
  columns: z.array(Column),
  keys: z.array(Key),
})

const DataSourceSummary = z.object({
  id: DataSourceId,
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  description: z.string(),
  /** Where it is, without anything secret; empty for files. */
  address: z.string(),
  created_at: LocalTimestamp,
  /** When its tables were last read. */
  refreshed_at: LocalTimestamp,
  table_count: z.int(),
})
export const DataSource = DataSourceSummary.omit({ table_count: true }).extend({ tables: z.array(Table) })
export type DataSource = z.infer<typeof DataSource>

const SampleSource = z.object({ name: z.string(), title: z.string(), description: z.string() })

/** What an owner says about a table or a column. */
const OwnText = text(LIMITS.descriptionLength)

const Params = z.object({ data_source_id: DataSourceId })

export const createDataSource = endpoint({
  name: 'dataSource.create',
  method: 'POST',
  path: '/data_source',
  audience: 'user',
  summary: 'Connect a file, a sample, a database or an API as a data source',
  description:
    'Send name and connection; or name, format and content (base64 where encoding says so); or sample; or a multipart form with one file and optionally name and format. A SQLite database is uploaded as a file of the format sqlite. A connection that does not work is refused with a sentence and leaves no record; passwords and headers are kept encrypted and never shown again.',
  isAddition: true,
  isUpload: true,
  body: z.object({
    sample: z.string().max(100).optional(),
    name: Name.optional(),
    description: Description.optional(),
    format: z.enum(FILE_FORMATS).optional(),
    content: z.string().optional(),
    encoding: z.enum(['utf8', 'base64']).optional(),
    connection: DataConnection.optional(),
  }),
  reply: data(DataSource),
})

export const testDataSource = endpoint({
  name: 'dataSource.test',
  method: 'POST',
  path: '/data_source/test',
  audience: 'user',
  summary: 'Try a connection without saving it',
  description: 'Answers with a sentence about what was found, or fails with one that says what is wrong.',
  isAddition: true,
  replay: 'nothing',
  body: z.object({ connection: DataConnection }),
  reply: data(z.object({ message: z.string() })),
})

export const getDataSource = endpoint({
  name: 'dataSource.get',
  method: 'GET',
  path: '/data_source/{data_source_id}',
  audience: 'user',
  summary: 'Get a data source with its tables and columns',
  isAddition: true,
  params: Params,
  reply: data(DataSource),
})

export const listDataSources = endpoint({
  name: 'dataSource.list',
  method: 'GET',
  path: '/data_source',
  audience: 'user',
  summary: 'List my data sources',
  description:
    'After those you connected comes what the service offers to everybody: the ledger, of the kind ledger. It is always up to date and can be neither changed nor deleted.',
  isAddition: true,
  reply: data(z.object({ data_sources: z.array(DataSourceSummary) })),
})

export const updateDataSource = endpoint({
  name: 'dataSource.update',
  method: 'PATCH',
  path: '/data_source/{data_source_id}',
  audience: 'user',
  summary: 'Describe a data source, its tables and its columns',
  description:
    "What you write stands in place of the source's own comment, counts most when tables are searched, and survives a refresh. An empty text brings the source's own comment back. Names are what SQL uses and cannot be changed.",
  isAddition: true,
  params: Params,
  body: z.object({
    description: Description.optional(),
    tables: z
      .array(
        z.object({
          name: z.string().describe('As the source shows it: source.table.'),
          description: OwnText.optional(),
          columns: z
            .array(z.object({ name: z.string(), description: OwnText }))
            .max(LIMITS.bodyKeys)
            .optional(),
        }),
      )
      .max(LIMITS.bodyKeys)
      .optional(),
  }),
  reply: data(DataSource),
})

export const refreshDataSource = endpoint({
  name: 'dataSource.refresh',
  method: 'POST',
  path: '/data_source/{data_source_id}/refresh',
  audience: 'user',
  summary: 'Read the tables of a data source anew',
  description:
    'Looks at the tables of a database again and fetches the records of an API again. What fails leaves everything as it was. Files do not change: upload the new one.',
  isAddition: true,
  params: Params,
  reply: data(DataSource),
})

export const deleteDataSource = endpoint({
  name: 'dataSource.delete',
  method: 'DELETE',
  path: '/data_source/{data_source_id}',
  audience: 'user',
  summary: 'Delete a data source and its files',
  isAddition: true,
  params: Params,
  reply: emptyData,
})

export const listSampleSources = endpoint({
  name: 'dataSource.listSamples',
  method: 'GET',
  path: '/sample_source',
  audience: 'user',
  summary: 'List the public data sets that can be connected in one call',
  isAddition: true,
  reply: data(z.object({ samples: z.array(SampleSource) })),
})

export const queryDataSources = endpoint({
  name: 'dataSource.query',
  method: 'POST',
  path: null,
  audience: 'person',
  summary: 'Run one reading statement over my data sources',
  description: 'Runs as execute_sql does, within the same bounds; fails with the sentence a model would get.',
  replay: 'nothing',
  body: z.object({ sql: filledText(LIMITS.promptLength) }),
  reply: data(
    z.object({
      /** In order, with types in the words of the engine that ran the statement; there also where there are no rows. */
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      /** The first rows; exact numbers that a double cannot hold come as text. */
      rows: z.array(JsonObject),
      /** Of the whole result; null where counting would have taken too long. */
      row_count: z.int().nullable(),
      truncated: z.boolean(),
      /** What was done beside running the statement, in sentences. */
      notes: z.array(z.string()),
    }),
  ),
})
