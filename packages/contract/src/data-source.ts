import * as z from 'zod'
import { CONNECTION_EXAMPLE, DataConnection } from './data-connection.ts'
import { ReadingSettings } from './data-reading.ts'
import { FILE_FORMATS, SOURCE_KINDS } from './data-source-kinds.ts'
import { DataTable, TableDescriptions } from './data-table.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { RunId } from './step.ts'
import { TableProfile } from './table-profile.ts'
import { Description, filledText, JsonObject, Name } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

const DataSourceId = z.uuid().meta({
  description: 'The id of a data source.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000006'],
})
const DataSourceSummary = z
  .object({
    id: DataSourceId,
    name: z.string().describe('The name in SQL.'),
    title: z.string().describe('The name for people; the name in SQL where there is no other.'),
    kind: z.enum(SOURCE_KINDS).describe('The kind of the data source.'),
    description: z.string().describe('What the data is about.'),
    address: z.string().describe('The address without secrets; empty for files.'),
    created_at: LocalTimestamp,
    refreshed_at: LocalTimestamp.describe('When its tables were last read.'),
    table_count: z.int().describe('How many tables it has.'),
  })
  .meta({ id: 'DataSourceSummary', description: 'A data source as a list shows it.' })
export const DataSource = DataSourceSummary.omit({ table_count: true })
  .extend({ tables: z.array(DataTable).describe('The tables.') })
  .meta({ id: 'DataSource', description: 'A data source with its tables.' })
export type DataSource = z.infer<typeof DataSource>

const SampleSource = z
  .object({
    name: z.string().meta({ description: 'The value for `sample`.', examples: ['seattle_weather'] }),
    title: z.string().describe('The display name.'),
    description: z.string().describe('What the data is about.'),
  })
  .meta({ id: 'SampleSource', description: 'A public data set.' })

const Warnings = z.array(z.string()).describe('What the connected user may do beyond reading, in sentences.')

const Params = z.object({ data_source_id: DataSourceId })

export const dataSource = {
  /** Connect a file, a sample, a database or an API as a data source. */
  create: endpoint({
    name: 'dataSource.create',
    method: 'POST',
    path: '/data_source',
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'id', about: ['name', 'sample'] },
    summary: 'Connect a file, a sample, a database or an API as a data source',
    failures: [502, 504],
    description:
      'Send name and connection; or name, format and content (base64 where encoding says so); or sample; or a multipart form with one file and optionally name and format. A SQLite database is uploaded as a file of the format sqlite. A connection that does not work is refused with a sentence and leaves no record; passwords and headers are kept encrypted and never shown again.',
    isAddition: true,
    isUpload: true,
    example: { sample: 'seattle_weather' },
    body: z.object({
      sample: z
        .string()
        .max(LIMITS.nameLength)
        .optional()
        .describe('The name of a sample, from GET /sample_source.'),
      name: Name.optional(),
      description: Description.optional(),
      format: z.enum(FILE_FORMATS).optional().describe('The format of the content.'),
      content: z.string().optional().describe('The content of a file.'),
      encoding: z
        .enum(['utf8', 'base64'])
        .optional()
        .describe('How the content is written; utf8 by default.'),
      connection: DataConnection.optional(),
    }),
    reply: data(
      DataSource.extend({ warnings: Warnings.optional() }).meta({
        id: 'ConnectedDataSource',
        description: 'A data source with its tables and what its user may do beyond reading.',
      }),
    ),
  }),

  /** Try a connection without saving it. */
  test: endpoint({
    name: 'dataSource.test',
    method: 'POST',
    path: '/data_source/test',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Try a connection without saving it',
    failures: [502, 504],
    description: 'Answers with a sentence about what was found, or fails with one that says what is wrong.',
    isAddition: true,
    replay: 'nothing',
    example: { connection: CONNECTION_EXAMPLE },
    body: z.object({ connection: DataConnection }),
    reply: data(z.object({ message: z.string().describe('What was found.'), warnings: Warnings })),
  }),

  /** Get a data source with its tables and columns. */
  get: endpoint({
    name: 'dataSource.get',
    method: 'GET',
    path: '/data_source/{data_source_id}',
    version: 'whole',
    audience: 'user',
    scopes: ['read'],
    summary: 'Get a data source with its tables and columns',
    isAddition: true,
    params: Params,
    reply: data(DataSource),
  }),

  /** List my data sources. */
  list: endpoint({
    name: 'dataSource.list',
    method: 'GET',
    path: '/data_source',
    audience: 'user',
    scopes: ['read'],
    summary: 'List my data sources',
    description:
      'Your own data sources come first, then those of the service: the ledger, of the kind ledger, and for administrators the account of what happened, of the kind events. They are always up to date and can be neither changed nor deleted. With a query the reply is a page of them, with next_cursor.',
    isAddition: true,
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        data_sources: z.array(DataSourceSummary).describe('Your data sources, then those of the service.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Describe a data source, its tables and its columns. */
  update: endpoint({
    name: 'dataSource.update',
    method: 'PATCH',
    path: '/data_source/{data_source_id}',
    version: 'whole',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Describe a data source, its tables and its columns',
    description:
      "Your description replaces the source's own comment, ranks highest in searches, and is kept by a refresh. An empty text restores the source's own comment. `title` is the name for people; names in SQL cannot be changed. `value_synonyms` are your words for values, which find_metadata and the notes of execute_sql then know; `is_searched` false leaves the values of a column out of both. They count from the next run on.",
    isAddition: true,
    example: { title: 'Shop', description: 'Orders of the shop, one row each.' },
    params: Params,
    body: z.object({
      title: Name.optional(),
      description: Description.optional(),
      tables: TableDescriptions.optional(),
    }),
    reply: data(DataSource),
  }),

  /** Read the tables of a data source again. */
  refresh: endpoint({
    name: 'dataSource.refresh',
    method: 'POST',
    path: '/data_source/{data_source_id}/refresh',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Read the tables of a data source again',
    failures: [502, 504],
    description:
      'Describes the tables of a database again, or fetches the records of an API again. A failure changes nothing. Uploaded files cannot be refreshed: upload the new file as a new data source.',
    isAddition: true,
    params: Params,
    reply: data(DataSource),
  }),

  /** Say what the columns of a table hold. */
  profile: endpoint({
    name: 'dataSource.profile',
    method: 'GET',
    path: '/data_source/{data_source_id}/profile',
    audience: 'user',
    scopes: ['read'],
    summary: 'Say what the columns of a table hold',
    description:
      'For tables that are files: uploads, samples and records of an API. Reads the whole table in the time of one statement; `bars` are empty where that was not enough.',
    isAddition: true,
    params: Params,
    query: z.object({
      table: z
        .string()
        .optional()
        .describe('The table, as the data source shows it; may be left out where there is one.'),
    }),
    reply: data(TableProfile),
  }),

  /** Read the uploaded file of a data source again in another way. */
  reread: endpoint({
    name: 'dataSource.reread',
    method: 'POST',
    path: '/data_source/{data_source_id}/reread',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Read the uploaded file of a data source again in another way',
    description:
      'The uploaded file is kept, so that its tables can be made again when a separator, an encoding, the row of the header, the order of dates or the decimal mark was assumed wrongly. What you leave out is decided from the file. A failure changes nothing.',
    isAddition: true,
    example: { settings: { separator: ',' } },
    params: Params,
    body: z.object({
      table: z
        .string()
        .optional()
        .describe('The table, as the data source shows it; may be left out where there is one.'),
      settings: ReadingSettings,
    }),
    reply: data(DataSource),
  }),

  /** Delete a data source and its files. */
  delete: endpoint({
    name: 'dataSource.delete',
    method: 'DELETE',
    path: '/data_source/{data_source_id}',
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'data_source_id' },
    summary: 'Delete a data source and its files',
    isAddition: true,
    params: Params,
    reply: emptyData,
  }),

  /** List the public data sets that can be connected in one call. */
  listSamples: endpoint({
    name: 'dataSource.listSamples',
    method: 'GET',
    path: '/sample_source',
    audience: 'user',
    scopes: ['read'],
    summary: 'List the public data sets that can be connected in one call',
    isAddition: true,
    reply: data(z.object({ samples: z.array(SampleSource).describe('The public data sets.') })),
  }),

  /** Run one reading statement over my data sources. */
  query: endpoint({
    name: 'dataSource.query',
    method: 'POST',
    path: null,
    audience: 'person',
    summary: 'Run one reading statement over my data sources',
    description:
      'Runs as execute_sql does, within the same bounds; fails with the sentence that a model would read.',
    replay: 'nothing',
    /** With `run_id`, the statement may correct that of the run. */
    body: z.object({ sql: filledText(LIMITS.promptLength), run_id: RunId.optional() }),
    reply: data(
      z.object({
        /**
         * In order, with the native type names of the engine that ran the statement. Present also when there
         * are no rows.
         */
        columns: z.array(z.object({ name: z.string(), type: z.string() })),
        /** The first rows. Exact numbers that a double cannot hold are text. */
        rows: z.array(JsonObject),
        /** Of the whole result; null when counting would have taken too long. */
        row_count: z.int().nullable(),
        truncated: z.boolean(),
        /** Notes about the run of the statement, one sentence each. */
        notes: z.array(z.string()),
        /** Whether the statement is kept as a correction of that of the run. */
        is_correction: z.boolean(),
      }),
    ),
  }),
} as const
