export { checkValue, describeFaults, type SchemaCheck, type SchemaFault } from './check-value.ts'
export {
  cleanJson,
  cleanText,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from './json.ts'
export {
  DATE_ORDERS,
  DECIMAL_MARKS,
  READING_NOTE_KINDS,
  type ReadingNote,
  type ReadingNoteKind,
  type ReadingReport,
  type ReadingSettings,
  SETTING_NAMES,
} from './reading-report.ts'
export { resolveReference } from './resolve-reference.ts'
