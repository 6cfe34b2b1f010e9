import { Document, visit } from 'yaml'
import type { DefinitionFields } from '../definition/definition.ts'
import { OSI_VERSION } from './osi-document.ts'
import { writeExtension } from './own-extension.ts'

/** The name of the model for definitions that fit no table. */
const REST_MODEL = 'parley_definitions'
/** A blank at an end of the text or of a line. */
const BLANK_END = /^\s|\s\n|\s$/
const NO_TABLE = { name: 'no_table', source: 'no_table' }

/**
 * Writes definitions as a YAML document of the Open Semantic Interchange. Each table becomes a model with one dataset,
 * whose fields are the dimensions and the conditions of terms. The metrics belong to the model. What the format cannot
 * express becomes an extension of the vendor PARLEY.
 */
export function writeDefinitions(definitions: readonly DefinitionFields[]): string {
  const document = new Document(
    { version: OSI_VERSION, semantic_model: writeModels(definitions) },
    { aliasDuplicateObjects: false },
  )
  visit(document, {
    Scalar(_key, scalar) {
      // A block of lines would lose blanks at its ends and at the ends of its lines.
      const { value } = scalar
      if (typeof value === 'string' && value.includes('\n') && BLANK_END.test(value))
        scalar.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0, blockQuote: 'literal' })
}

/** A model for each table, because the SQL of a metric names columns without their dataset; and one for the rest. */
function writeModels(definitions: readonly DefinitionFields[]) {
  const tables = new Map<string, DefinitionFields[]>()
  for (const definition of definitions)
    if (definition.table !== '')
      tables.set(definition.table, [...(tables.get(definition.table) ?? []), definition])
  const names = new Set([NO_TABLE.name])
  const written = [...tables].flatMap(([table, own]) => writeTable(table, own, names) ?? [])
  const fitting = new Set(written.flatMap(({ fitting }) => fitting))
  const others = definitions.filter((definition) => !fitting.has(definition))
  const rest = {
    name: REST_MODEL,
    datasets: [{ ...NO_TABLE, custom_extensions: [writeExtension({ kind: 'nothing' })] }],
    custom_extensions: others.map(writeOther),
  }
  return [...written.map(({ model }) => model), ...(others.length > 0 ? [rest] : [])]
}

type Field = { readonly name: string; readonly expression: string; readonly isTime: boolean }

/** Returns the model of a table, and the definitions that it expresses completely; null when there are none. */
function writeTable(table: string, definitions: readonly DefinitionFields[], names: Set<string>) {
  const metrics = definitions.filter(({ kind }) => kind === 'metric')
  const taken = new Set(metrics.map(({ name }) => name.toLowerCase()))
  const fields = new Map<string, Field>()
  for (const { dimensions, timeColumn } of metrics)
    for (const { name, expression = name } of dimensions)
      if (!taken.has(name.toLowerCase()) && !fields.has(name))
        fields.set(name, { name, expression, isTime: name.toLowerCase() === timeColumn.toLowerCase() })
  const used = new Set([...taken, ...[...fields.keys()].map((name) => name.toLowerCase())])
  const terms = definitions.filter(({ kind, name }) => kind === 'term' && !used.has(name.toLowerCase()))
  const written = [...[...fields.values()].map(writeDimension), ...terms.map(writeTerm)]
  if (written.length + metrics.length === 0) return null
  const name = uniqueName(table, names)
  const model = {
    name,
    datasets: [{ name, source: table, ...(written.length > 0 && { fields: written }) }],
    ...(metrics.length > 0 && { metrics: metrics.map((metric) => writeMetric(metric, fields)) }),
  }
  return { model, fitting: [...metrics, ...terms] }
}

function writeDimension({ name, expression, isTime }: Field) {
  return { name, expression: inSql(expression), dimension: { is_time: isTime } }
}

function writeTerm(term: DefinitionFields) {
  return {
    name: term.name,
    expression: inSql(term.expression),
    datatype: 'Boolean',
    ...describe(term),
    custom_extensions: [writeExtension({ kind: 'condition' })],
  }
}

function writeMetric(metric: DefinitionFields, fields: ReadonlyMap<string, Field>) {
  const { name, expression, condition, timeColumn, unit } = metric
  const dimensions = metric.dimensions.map((dimension) => {
    const field = fields.get(dimension.name)
    const asRead = field && (field.expression === field.name ? undefined : field.expression)
    return field && asRead === dimension.expression ? dimension.name : { ...dimension }
  })
  const extension = { kind: 'metric', condition, dimensions, time_column: timeColumn, unit } as const
  return {
    name,
    expression: inSql(expression),
    ...describe(metric),
    custom_extensions: [writeExtension(extension)],
  }
}

/** Terms without a fitting table, and verified questions. */
function writeOther({ kind, name, synonyms, text, expression, table }: DefinitionFields) {
  if (kind === 'metric') throw new TypeError('A metric always has a table.')
  return writeExtension({ kind, name, synonyms: [...synonyms], text, expression, table })
}

function inSql(expression: string) {
  return { dialects: [{ dialect: 'ANSI_SQL', expression }] }
}

function describe({ text, synonyms }: DefinitionFields) {
  return {
    ...(text !== '' && { description: text }),
    ...(synonyms.length > 0 && { ai_context: { synonyms: [...synonyms] } }),
  }
}

/** Returns a name for the dataset: a plain word that no other dataset has. */
function uniqueName(table: string, names: Set<string>): string {
  const plain =
    table
      .slice(0, 60)
      .replaceAll(/\W+/g, '_')
      .replaceAll(/^_+|_+$/g, '') || 'table'
  let name = plain
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${plain}_${number}`
  names.add(name.toLowerCase())
  return name
}
