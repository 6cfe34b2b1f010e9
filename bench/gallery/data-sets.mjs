import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, read, View } from 'vega'

/** The most characters of rows that the model sends itself. Larger rows become a data source. */
const SENT_CHARACTERS = 50_000
/** Files that are one table as they are. */
const TABLE_FILES = new Set(['csv', 'tsv', 'json'])

/**
 * Makes data sources of the data that examples name. `replaceData` returns an example without data, and for each of its
 * data sets either the rows or the statement that reads them, by its new name: `data1`, `data2`, ….
 */
export function connectDataSets({ service, token, folder }) {
  /** @type {Map<string, Promise<string>>} the statements by what they read */
  const statements = new Map()

  async function replaceData(example) {
    const { datasets = {}, ...spec } = example
    const found = new Map()
    for (const place of placesOf(spec)) {
      const key = JSON.stringify(place.data)
      if (!found.has(key)) found.set(key, { name: `data${found.size + 1}`, places: [], data: place.data })
      found.get(key).places.push(place)
    }
    const isOne = found.size === 1
    const results = new Map()
    for (const { name, places, data } of found.values()) {
      results.set(
        name,
        await resultOf('name' in data && data.name in datasets ? { values: datasets[data.name] } : data),
      )
      for (const place of places) {
        if (isOne) delete place.data
        else place.data = { name }
      }
    }
    return { spec, results }
  }

  /** The rows themselves, or the text of a statement. */
  async function resultOf(data) {
    const file = fileOf(data)
    if (file !== null && isTable(data, file))
      return statementOf(file, () => readFile(path.join(folder, file)))
    const rows = await rowsOf(data, folder)
    if (JSON.stringify(rows).length <= SENT_CHARACTERS) return rows
    return statementOf(`${file}-${JSON.stringify(data.format ?? data)}.json`, async () =>
      Buffer.from(JSON.stringify(rows)),
    )
  }

  function statementOf(file, readContent) {
    if (!statements.has(file)) statements.set(file, connect(file, readContent))
    return statements.get(file)
  }

  async function connect(file, readContent) {
    const content = await readContent()
    const name = `set_${statements.size}`
    const form = new FormData()
    form.set('name', name)
    form.set('file', new Blob([content]), `${name}${path.extname(file)}`)
    const reply = await fetch(`${service.origin}/api/data_source`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    const { data, message } = await reply.json()
    if (!data) throw new Error(`${file}: ${message}`)
    const columns = columnsOf(content.toString('utf8'), path.extname(file).slice(1))
    const [table] = data.tables
    const list = table.columns.map(
      ({ name: column }, index) => `"${column}" AS "${originalOf(column, index, columns)}"`,
    )
    return `SELECT ${list.join(', ')} FROM ${table.name}`
  }

  return { replaceData }
}

/** Every object of a spec that has its own data. */
function* placesOf(node) {
  if (Array.isArray(node)) for (const item of node) yield* placesOf(item)
  else if (typeof node === 'object' && node !== null) {
    if (typeof node.data === 'object' && node.data !== null && !Array.isArray(node.data)) yield node
    for (const [key, child] of Object.entries(node)) if (key !== 'data') yield* placesOf(child)
  }
}

/** The file in the data folder that an address means; null for other data. */
function fileOf({ url }) {
  return /(?:^|\/)data\/([^/]+)$/.exec(url ?? '')?.[1] ?? null
}

function isTable({ format = {} }, file) {
  const { type, parse: types, property } = format
  const ending = path.extname(file).slice(1)
  return TABLE_FILES.has(ending) && !types && !property && (type === undefined || type === ending)
}

/** The rows of data as Vega reads or makes them. */
async function rowsOf(data, folder) {
  const file = fileOf(data)
  if (file !== null) {
    const type = data.format?.type ?? path.extname(file).slice(1)
    return plain(
      read(await readFile(path.join(folder, file), 'utf8'), { ...parsing(type), ...data.format, type }),
    )
  }
  if (data.sequence) return generated({ type: 'sequence', ...data.sequence })
  if (data.graticule)
    return generated({ type: 'graticule', ...(data.graticule === true ? {} : data.graticule) })
  if (data.sphere) return [{ type: 'Sphere' }]
  const { values, format } = data
  const isFormatted = typeof values === 'string' || format?.property
  const text = typeof values === 'string' ? values : JSON.stringify(values)
  const rows = isFormatted ? read(text, { ...parsing(format?.type), ...format }) : values
  return plain(
    (Array.isArray(rows) ? rows : [rows]).map((row) =>
      typeof row === 'object' && row !== null ? row : { data: row },
    ),
  )
}

/** Lets Vega find numbers in CSV and TSV. In JSON it would turn objects into text. */
function parsing(type) {
  return type === 'csv' || type === 'tsv' ? { parse: 'auto' } : {}
}

async function generated(transform) {
  const view = new View(parse({ data: [{ name: 'rows', transform: [transform] }] }))
  await view.runAsync()
  return plain(view.data('rows'))
}

/** Dates as text, without what Vega adds to a row. */
function plain(rows) {
  return JSON.parse(JSON.stringify(rows))
}

function columnsOf(text, ending) {
  const rows = read(text, { type: ending, parse: ending === 'json' ? undefined : 'auto' })
  return rows.columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

function originalOf(column, index, columns) {
  const plainName = (name) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
  const original = columns.find((name) => plainName(name) === column) ?? columns[index] ?? column
  return original.replaceAll('"', '""')
}
