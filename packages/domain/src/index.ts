export type { ApprovalDecision, ApprovalPolicy, ApprovalRequest, AskOwner } from './approval.ts'
export { checkValue, describeFaults, type SchemaCheck, type SchemaFault } from './check-value.ts'
export { type ChosenType, COLUMN_TYPES, fitToType } from './column-type.ts'
export type {
  ApiConnection,
  ClickhouseConnection,
  Connection,
  MysqlConnection,
  PostgresConnection,
  SqliteConnection,
  TrinoConnection,
} from './connection.ts'
export type {
  OfferedTables,
  OpenedTables,
  OriginalFile,
  QueryableSource,
  SourceColumn,
  SourceKey,
  SourceKind,
  SourceTable,
  SourceVersion,
  ValueSynonyms,
} from './data-source.ts'
export { DEFINITION_KINDS, type Definition, type MetricDimension } from './definition.ts'
export type { FileFormat } from './file-format.ts'
export {
  cleanJson,
  cleanText,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from './json.ts'
export type { ModelConfig, OfferedModel, Provider, SamplingParams } from './model-config.ts'
export { NO_PLACE, type OpenEntry, OpenList } from './open-list.ts'
export type { OwnerId } from './owner.ts'
export type { AdmittedBy, OwnLimits, Role, SignInKind } from './person.ts'
export type { ResultColumn, StatementResult, TableLines, WholeResult } from './query-result.ts'
export {
  DATE_ORDERS,
  DECIMAL_MARKS,
  READING_NOTE_KINDS,
  type ReadingNote,
  type ReadingNoteKind,
  type ReadingReport,
  type ReadingSettings,
  SETTING_NAMES,
  SPELLED_SETTINGS,
  type TableSettings,
  UNFITTING_SETTINGS,
} from './reading-report.ts'
export { isReservedWord, isSchemaOfEngine } from './reserved-words.ts'
export { resolveReference } from './resolve-reference.ts'
export type { RunStep, StepStatus, Usage } from './run-step.ts'
export { Secret } from './secret.ts'
export type { ColumnProfile, TableProfile } from './table-profile.ts'
export type {
  AcceptedDefinition,
  Datatype,
  DefinedTool,
  OpenedBinding,
  ToolProperty,
  UnusableTool,
} from './tool-binding.ts'
export type { SaveArtifact, ToolFile } from './tool-file.ts'
export type {
  ColumnBounds,
  ColumnFigures,
  FoundRow,
  PartialResult,
  RowSearch,
  SearchLimits,
  WholeRows,
} from './whole-rows.ts'
