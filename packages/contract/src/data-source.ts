import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { Description, Name } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

const DataSourceId = z.uuid()
export const FILE_FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'parquet'] as const
const SOURCE_KINDS = ['file', 'sample'] as const

const Column = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  samples: z.array(z.string()),
})

const Table = z.object({
  /** As SQL names it: `source.table`. */
  name: z.string(),
  description: z.string(),
  row_count: z.int().nullable(),
  columns: z.array(Column),
})

const DataSourceSummary = z.object({
  id: DataSourceId,
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  description: z.string(),
  created_at: LocalTimestamp,
  table_count: z.int(),
})
export const DataSource = DataSourceSummary.omit({ table_count: true }).extend({ tables: z.array(Table) })
export type DataSource = z.infer<typeof DataSource>

const SampleSource = z.object({ name: z.string(), title: z.string(), description: z.string() })

const Params = z.object({ data_source_id: DataSourceId })

export const createDataSource = endpoint({
  name: 'dataSource.create',
  method: 'POST',
  path: '/data_source',
  audience: 'user',
  summary: 'Connect a file or a sample as a data source',
  description:
    'Send name, format and content (base64 where encoding says so); or sample; or a multipart form with one file and optionally name and format.',
  isAddition: true,
  isUpload: true,
  body: z.object({
    sample: z.string().max(100).optional(),
    name: Name.optional(),
    description: Description.optional(),
    format: z.enum(FILE_FORMATS).optional(),
    content: z.string().optional(),
    encoding: z.enum(['utf8', 'base64']).optional(),
  }),
  reply: data(DataSource),
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
  isAddition: true,
  reply: data(z.object({ data_sources: z.array(DataSourceSummary) })),
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
