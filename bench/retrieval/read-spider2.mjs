// Spider 2.0-lite (https://github.com/xlang-ai/Spider2, MIT): questions over public databases of BigQuery,
// Snowflake and SQLite, some with thousands of tables and with tables of a thousand columns.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { shardGroups } from '../../packages/data/src/metadata/fold-shards.ts'
import { namedColumns } from './named-columns.mjs'

const ENGINES = { bq: 'bigquery', ga: 'bigquery', sf: 'snowflake', local: 'sqlite' }

/**
 * Reads a folder with `spider2-lite` and `methods/gold-tables` of the repository: a suite per engine, with a source per
 * database, and its questions. A question without a gold statement has no `columns`.
 */
export async function readSpider2(folder) {
  const lite = path.join(folder, 'spider2-lite')
  const suites = new Map()
  for (const engine of new Set(Object.values(ENGINES))) {
    suites.set(engine, {
      sources: await readSources(path.join(lite, 'resource/databases', engine)),
      questions: [],
    })
  }
  const asked = new Map(
    (await readLines(path.join(lite, 'spider2-lite.jsonl'))).map((one) => [one.instance_id, one]),
  )
  const goldTables = await readLines(path.join(folder, 'methods/gold-tables/spider2-lite-gold-tables.jsonl'))
  for (const { instance_id: id, gold_tables: names } of goldTables) {
    const { question, db } = asked.get(id) ?? {}
    const suite = suites.get(ENGINES[/^[a-z]+/.exec(id)?.[0] ?? ''])
    const source = suite?.sources.find(({ name }) => databaseKey(name) === databaseKey(db ?? ''))
    const tables = source ? tablesNamed(source, names) : []
    if (tables.length === 0) continue
    const statement = path.join(lite, 'evaluation_suite/gold/sql', `${id}.sql`)
    const sql = existsSync(statement) ? await readFile(statement, 'utf8') : null
    suite.questions.push({
      question,
      database: source.name,
      tables: [...new Set(tables.map(({ name }) => `${source.name}.${source.foldedInto.get(name)}`))],
      ...(sql !== null && { columns: namedColumns(sql, { source, tables }) }),
    })
  }
  return suites
}

function databaseKey(name) {
  return name.toLowerCase().replaceAll('-', '_')
}

/** Gold tables that the published schema lacks are left out. */
function tablesNamed(source, names) {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  return source.tables.filter(({ name }) => wanted.has(name.toLowerCase()))
}

async function readLines(file) {
  return (await readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

async function readSources(folder) {
  const databases = (await readdir(folder)).toSorted()
  return Promise.all(databases.map((name) => readSource(path.join(folder, name), name)))
}

async function readSource(folder, name) {
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  const tables = await Promise.all(files.map((file) => readTable(path.join(folder, file))))
  // The index keeps the first table of each group, and its description names the others.
  const foldedInto = new Map(
    shardGroups(tables).flatMap((group) => group.map((table) => [table.name, group[0].name])),
  )
  return { id: name, name, kind: 'sqlite', description: '', updatedAt: 'once', tables, foldedInto }
}

async function readTable(file) {
  // The files were written by Python, which writes NaN and Infinity.
  const told = JSON.parse(
    (await readFile(file, 'utf8')).replace(/(?<=[:[,]\s*)(?:NaN|-?Infinity)(?=[,\s])/g, 'null'),
  )
  const columns = told.column_names.map((name, index) => ({
    name,
    type: told.column_types[index] ?? '',
    description: told.description?.[index] ?? '',
    samples: [...new Set((told.sample_rows ?? []).flatMap((row) => sampleOf(row[name])))],
  }))
  return { name: told.table_fullname, description: '', rowCount: null, columns, keys: [] }
}

const SAMPLE_CHARACTERS = 80

function sampleOf(value) {
  if (value === null || value === undefined) return []
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return [text.slice(0, SAMPLE_CHARACTERS)]
}
