import type { DuckDBConnection } from '@duckdb/node-api'
import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import type { AnalyzeInput, AnalyzeResult, NamedTable } from '../sandbox/tasks.ts'
import { explainSqlError } from './explain-sql-error.ts'
import { openDuckDb, quoteText } from './open-duckdb.ts'
import { pushedFilters } from './pushed-filters.ts'
import { list, nodesOf, text } from './syntax-tree.ts'
import type { TaskAnswer } from './task-answer.ts'
import { TaskError } from './task-error.ts'

/**
 * Says which tables a SELECT in DuckDB's dialect names, which columns it may need of each and which plain
 * filters hold for every row it needs. Unneeded columns are allowed and missing ones are not, because the
 * statement runs over the fetched columns.
 */
export async function analyzeSql({ sql }: AnalyzeInput): Promise<TaskAnswer<AnalyzeResult>> {
  const tree = await syntaxTree(sql)
  const expressions = new Set(valuesOf(tree, 'cte_map').flatMap(expressionNames))
  const references = nodesOf(tree, (node) => node.type === 'BASE_TABLE').filter(
    (node) => partsOf(node).length > 1 || !expressions.has(text(node.table_name).toLowerCase()),
  )
  const byName = Map.groupBy(references, (node) => partsOf(node).join('.').toLowerCase())
  const columns = usedColumns(tree)
  const tables = [...byName.values()].map((same): NamedTable => {
    const [node = {}] = same
    // Two references to one table need different rows of it.
    const filters = same.length === 1 ? pushedFilters(tree, node) : []
    return { parts: partsOf(node), columns, filters }
  })
  return { result: { tables } }
}

let connection: Promise<DuckDBConnection> | null = null

async function syntaxTree(sql: string): Promise<JsonObject> {
  connection ??= openDuckDb({ threads: 1 })
  const opened = await connection
  try {
    const read = await opened.runAndReadAll(`SELECT json_serialize_sql(${quoteText(sql)})`)
    const tree = parseJson(text(read.getRowsJson()[0]?.[0]))
    if (isJsonObject(tree) && tree.error === false) return tree
    throw new TaskError(
      'invalid',
      `${isJsonObject(tree) ? text(tree.error_message) : 'This is no SELECT'}.`,
      {
        isReusable: true,
      },
    )
  } catch (error) {
    throw error instanceof TaskError ? error : explainSqlError(error)
  }
}

/** Every name that may be a column, in lower case; null where all columns may be needed. */
function usedColumns(tree: JsonObject): string[] | null {
  const hasAll =
    nodesOf(tree, ({ class: kind, type }) => kind === 'STAR' || type === 'PIVOT' || type === 'SHOW_REF')
      .length > 0 ||
    nodesOf(tree, (node) => node.ref_type === 'NATURAL' || isFilled(node.column_name_alias)).length > 0
  if (hasAll) return null
  const named = nodesOf(tree, (node) => node.class === 'COLUMN_REF').flatMap(({ column_names }) =>
    list(column_names),
  )
  const joined = valuesOf(tree, 'using_columns').flatMap(list)
  return [...new Set([...named, ...joined].map((name) => text(name).toLowerCase()))]
}

function expressionNames(map: JsonValue): string[] {
  const entries = isJsonObject(map) ? list(map.map) : []
  return entries.flatMap((entry) => (isJsonObject(entry) ? [text(entry.key).toLowerCase()] : []))
}

/** Catalog, schema and name; parts that the statement leaves out are missing. */
function partsOf({ catalog_name, schema_name, table_name }: JsonObject): string[] {
  return [text(catalog_name), text(schema_name), text(table_name)].filter((part) => part !== '')
}

function valuesOf(tree: JsonValue, key: string): JsonValue[] {
  return nodesOf(tree, (node) => key in node).map((node) => node[key] ?? null)
}

function isFilled(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0
}
