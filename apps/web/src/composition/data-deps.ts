import type { DataDeps } from '@parley/core'
import {
  createDataTools,
  deleteDataset,
  ingestFile,
  readSample,
  SAMPLE_SOURCES,
  type Sandbox,
} from '@parley/data'

/** Files and the built-in tools: the data package over one sandbox and one data folder. */
export function createDataDeps(sandbox: Sandbox, folder: string): DataDeps {
  return {
    samples: SAMPLE_SOURCES,
    ingest: (ownerId, file) => ingestFile({ ...file, sandbox, folder, ownerId }),
    async ingestSample(ownerId, sampleName) {
      const sample = await readSample(sampleName)
      const ingested = await ingestFile({ ...sample, sandbox, folder, ownerId })
      const { title = sample.name, description = '' } =
        SAMPLE_SOURCES.find(({ name }) => name === sampleName) ?? {}
      return { ...ingested, name: sample.name, title, description }
    },
    removeFiles: (ownerId, tables) =>
      deleteDataset(
        tables.flatMap(({ file }) => file ?? []),
        { folder, ownerId },
      ),
    openTools: (ownerId, { sources, saveArtifact }) =>
      createDataTools({
        sources: sources.map((source) => ({ ...source, kind: 'file' })),
        sandbox,
        folder,
        ownerId,
        saveArtifact,
      }),
  }
}
