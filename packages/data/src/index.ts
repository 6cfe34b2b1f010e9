export { chartTheme } from './chart-theme.ts'
export { deleteDataset } from './files/dataset-files.ts'
export { FILE_FORMATS, type FileUpload, type IngestedFile, ingestFile } from './files/ingest-file.ts'
export { readSample, type Sample } from './samples/read-sample.ts'
export { SAMPLE_SOURCES, type SampleSource } from './samples/sample-sources.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/create-sandbox.ts'
export type { FileFormat } from './sandbox/tasks.ts'
export type { DataSource, SourceColumn, SourceKey, SourceTable } from './source.ts'
export { sqlIdentifier } from './sql-identifier.ts'
export {
  type ArtifactFile,
  createDataTools,
  DATA_TOOL_NAMES,
  type DataToolsOptions,
} from './tools/create-data-tools.ts'
