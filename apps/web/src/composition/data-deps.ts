import { LIMITS } from '@parley/contract'
import type { DataDeps } from '@parley/core'
import {
  checkDefinition,
  createDataTools,
  createLinkStore,
  deleteDataset,
  drawPicture,
  type EngineOptions,
  eraseHome,
  ingestConnection,
  ingestFile,
  ingestSqlite,
  type MetadataStore,
  openExports,
  openSamples,
  ownerHome,
  profileTable,
  querySources,
  type RetiredVersions,
  removeRetiredFiles,
  rereadFile,
  retireDataset,
  retireOrphans,
  SAMPLE_SOURCES,
  type SqlCluster,
  sourcesOfStatement,
  unpackRows,
  type ValueStore,
  writeParquet,
} from '@parley/data'

/** Each export holds a sandbox child while its client reads the result. */
const EXPORTS = {
  maxRows: LIMITS.exportRows,
  timeoutMs: LIMITS.exportSeconds * 1000,
  atOnce: 4,
  atOncePerOwner: 2,
}

/** Gives the use cases the functions of the data package, over one sandbox, data folder and egress. */
export function createDataDeps(
  options: Omit<EngineOptions, 'ownerId'> & {
    readonly metadata: MetadataStore
    readonly values?: ValueStore
    readonly retired: RetiredVersions
    readonly cluster?: SqlCluster
  } & Partial<Pick<DataDeps, 'offered'>>,
): DataDeps {
  const maxBytes = LIMITS.uploadBytes
  const exportRows = openExports(EXPORTS)
  const joins = createLinkStore()
  const ingestSample = openSamples()
  return {
    samples: SAMPLE_SOURCES,
    offered: options.offered ?? [],
    ingest: (ownerId, file) => ingestFile({ ...options, ...file, maxBytes, ownerId, keepsOriginal: true }),
    reread: (ownerId, rereading) => rereadFile({ ...options, ...rereading, ownerId }),
    ingestSqlite: (ownerId, content, signal) =>
      ingestSqlite({ ...options, content, signal, maxBytes, ownerId }),
    ingestSample: (ownerId, name, signal) => ingestSample(name, { ...options, signal, ownerId }),
    connect: (ownerId, source) => ingestConnection({ ...options, ...source, ownerId }),
    removeFiles: (ownerId, files) => deleteDataset(files, { ...options, ownerId }),
    async retireFiles(ownerId, files) {
      await retireDataset(files, { ...options, ownerId })
      await options.metadata.forget(ownerId)
      await options.values?.forget(ownerId)
    },
    homeOf: ownerHome,
    async eraseHome(home) {
      const versions = await eraseHome(home, options)
      await options.metadata.forgetHome(home)
      await options.values?.forgetHome(home)
      for (const { offered } of options.offered ?? []) await offered.forgetPeople?.()
      return versions
    },
    retireOrphans: (ownerId, readNamed) => retireOrphans({ ...options, ownerId }, readNamed),
    removeRetiredFiles: (before) => removeRetiredFiles(options, { before }),
    query: (ownerId, { sql, ...statement }) => querySources(sql, { ...options, ...statement, ownerId }),
    profile: (ownerId, { signal, ...wanted }) => profileTable(wanted, { ...options, signal, ownerId }),
    exportRows: (ownerId, { sql, ...statement }) => exportRows(sql, { ...options, ...statement, ownerId }),
    sourcesOf: sourcesOfStatement,
    writeParquet: (ownerId, { result, signal }) => writeParquet(result, { ...options, ownerId, signal }),
    checkDefinition: (ownerId, { definition, ...check }) =>
      checkDefinition(definition, { ...options, ...check, ownerId }),
    drawPicture: (ownerId, drawing) => drawPicture(options.sandbox, { ownerId, drawing }),
    unpackRows: (ownerId, packed) => unpackRows(packed, { ...options, ownerId }),
    openTools: (ownerId, run) => createDataTools({ ...options, joins, ...run, ownerId }),
  }
}
