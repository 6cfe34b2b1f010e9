// Spider (https://yale-lily.github.io/spider, CC BY-SA 4.0): questions over small databases of many subjects.
// BIRD mini-dev (https://github.com/bird-bench/mini_dev, CC BY-SA 4.0): questions over eleven larger ones, in the same form.
import { readFile } from 'node:fs/promises'
import { namedColumns } from './named-columns.mjs'

/** A source for each database of a schema file of Spider's form, without values and descriptions. */
export async function readSchemas(file) {
  return JSON.parse(await readFile(file, 'utf8')).map(readSource)
}

function readSource({ db_id, table_names_original, column_names_original, column_types, foreign_keys }) {
  const columns = column_names_original.map(([table, name], index) => ({
    table,
    name,
    type: column_types[index],
    description: '',
    samples: [],
  }))
  const tables = table_names_original.map((name, table) => ({
    name,
    description: '',
    rowCount: null,
    columns: columns.filter((column) => column.table === table),
    keys: foreign_keys
      .filter(([from]) => columns[from].table === table)
      .map(([from, to]) => ({
        columns: [columns[from].name],
        table: table_names_original[columns[to].table],
        tableColumns: [columns[to].name],
      })),
  }))
  return { id: db_id, name: db_id, kind: 'sqlite', description: '', updatedAt: 'once', tables }
}

/**
 * The questions of a file with the tables and columns that their gold statements name: from the parsed statement where
 * the file has it, otherwise from the words of the statement.
 */
export async function readQuestions(file, { schemas, sources }) {
  const databases = new Map(JSON.parse(await readFile(schemas, 'utf8')).map((one) => [one.db_id, one]))
  const sourceOf = new Map(sources.map((source) => [source.name, source]))
  return JSON.parse(await readFile(file, 'utf8')).flatMap((asked) => {
    if (!sourceOf.has(asked.db_id)) return []
    return typeof asked.sql === 'object'
      ? [readParsed(asked, databases.get(asked.db_id))]
      : [readStatement(asked, sourceOf.get(asked.db_id))]
  })
}

function readStatement({ question, db_id, query, SQL }, source) {
  const sql = query ?? SQL
  const words = new Set((sql.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).map((word) => word.toLowerCase()))
  const tables = source.tables.filter(({ name }) => words.has(name.toLowerCase()))
  return {
    question,
    database: db_id,
    tables: tables.map(({ name }) => `${db_id}.${name}`),
    columns: namedColumns(sql, { source, tables }),
  }
}

/** The tables and columns that the gold statement names, from its parsed form. */
function readParsed(
  { db_id, question, sql },
  { table_names_original: tableNames, column_names_original: columnNames },
) {
  const tables = new Set()
  const columns = new Set()
  const addColumn = (index) => {
    if (index === 0) return
    const [table, name] = columnNames[index]
    tables.add(`${db_id}.${tableNames[table]}`)
    columns.add(`${db_id}.${tableNames[table]}.${name}`)
  }
  const addUnit = (unit) => {
    if (unit) for (const part of unit.slice(1)) if (part) addColumn(part[1])
  }
  const addConditions = (conditions) => {
    for (const condition of conditions.filter(Array.isArray)) {
      addUnit(condition[2])
      for (const value of condition.slice(3)) {
        if (Array.isArray(value)) addColumn(value[1])
        else if (typeof value === 'object') addStatement(value)
      }
    }
  }
  const addStatement = (statement) => {
    if (!statement) return
    for (const [kind, value] of statement.from.table_units) {
      if (kind === 'sql') addStatement(value)
      else tables.add(`${db_id}.${tableNames[value]}`)
    }
    for (const conditions of [statement.from.conds, statement.where, statement.having])
      addConditions(conditions)
    for (const [, unit] of statement.select[1]) addUnit(unit)
    for (const [, column] of statement.groupBy) addColumn(column)
    for (const unit of statement.orderBy[1] ?? []) addUnit(unit)
    for (const other of [statement.intersect, statement.union, statement.except]) addStatement(other)
  }
  addStatement(sql)
  return { database: db_id, question, tables: [...tables], columns: [...columns] }
}
