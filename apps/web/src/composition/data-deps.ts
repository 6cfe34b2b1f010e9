import { LIMITS } from '@parley/contract'
import type { DataDeps } from '@parley/core'
import {
  createDataTools,
  deleteDataset,
  type EngineOptions,
  ingestApi,
  ingestFile,
  ingestSqlite,
  type MetadataStore,
  openEngine,
  querySources,
  readSample,
  removeRetiredFiles,
  retireDataset,
  retireOrphans,
  SAMPLE_SOURCES,
} from '@parley/data'

/** Files, databases, APIs and the built-in tools: the data package over one sandbox, one data folder and one way out. */
export function createDataDeps(
  options: Omit<EngineOptions, 'ownerId'> & { readonly metadata: MetadataStore } & Partial<
      Pick<DataDeps, 'offered'>
    >,
): DataDeps {
  const maxBytes = LIMITS.uploadBytes
  return {
    samples: SAMPLE_SOURCES,
    offered: options.offered ?? [],
    ingest: (ownerId, file) => ingestFile({ ...options, ...file, maxBytes, ownerId }),
    ingestSqlite: (ownerId, content) => ingestSqlite({ ...options, content, maxBytes, ownerId }),
    async ingestSample(ownerId, sampleName) {
      const sample = await readSample(sampleName)
      const ingested = await ingestFile({ ...options, ...sample, ownerId })
      const { title = sample.name, description = '' } =
        SAMPLE_SOURCES.find(({ name }) => name === sampleName) ?? {}
      return { ...ingested, name: sample.name, title, description }
    },
    async connect(ownerId, { name, connection, signal }) {
      if (connection.kind === 'http_api') return ingestApi({ ...options, ownerId, name, connection, signal })
      const tables = await openEngine(connection, { ...options, ownerId }).describe(signal)
      return { tables, bytes: 0 }
    },
    removeFiles: (ownerId, files) => deleteDataset(files, { ...options, ownerId }),
    async retireFiles(ownerId, files) {
      await retireDataset(files, { ...options, ownerId })
      await options.metadata.forget(ownerId)
    },
    retireOrphans: (ownerId, readNamed) => retireOrphans({ ...options, ownerId }, readNamed),
    removeRetiredFiles: (before) => removeRetiredFiles(options.folder, { before }),
    query: (ownerId, { sql, ...statement }) => querySources(sql, { ...options, ...statement, ownerId }),
    openTools: (ownerId, run) => createDataTools({ ...options, ...run, ownerId }),
  }
}
