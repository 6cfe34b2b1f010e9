export { checkValue, describeFaults, type SchemaCheck, type SchemaFault } from './check-value.ts'
export {
  cleanJson,
  cleanText,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from './json.ts'
export { resolveReference } from './resolve-reference.ts'
