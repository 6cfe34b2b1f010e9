import { OPERATIONS } from '@parley/contract'
import type { MetricDimension } from '@parley/domain'
import type { DefinitionFields } from '../definition/definition.ts'
import { mapMetric } from './map-metric.ts'
import { type OsiDataset, OsiDocument, type OsiField, type OsiMetric, type OsiModel } from './osi-document.ts'
import { type OwnExtension, readExtension, VENDOR } from './own-extension.ts'
import { readYaml, type YamlPath } from './read-yaml.ts'
import { refuseLine } from './refuse-line.ts'

/** A definition of a document. */
export type ReadDefinition = {
  readonly fields: DefinitionFields
  readonly line: number
  /** Whether an extension of this service describes it. Others are left out when their SQL does not run. */
  readonly isOwn: boolean
}

/** A part of a document that is no definition. */
export type LeftPart = { readonly line: number; readonly reason: string }

type Found = { readonly definitions: ReadDefinition[]; readonly left: LeftPart[] }

type Place = Found & { readonly lineOf: (path: YamlPath) => number }

const NOTHING = { synonyms: [], text: '', expression: '', table: '', condition: '', unit: '' }

/**
 * Reads the definitions of a YAML document of the Open Semantic Interchange, in their order, and says what it leaves
 * out. Throws `invalid_request` with the line for a document of another form, and for a definition that is wrong or
 * repeated.
 */
export function readDefinitions(text: string): Found {
  const { value, lineOf } = readYaml(text)
  const read = OsiDocument.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    const path = issue?.path ?? []
    throw refuseLine(lineOf(path), `${path.join('.') || 'the document'} ${issue?.message ?? 'is wrong'}.`)
  }
  const place: Place = { definitions: [], left: [], lineOf }
  for (const [index, model] of read.data.semantic_model.entries())
    readModel(place, model, ['semantic_model', index])
  requireSingle(place.definitions)
  return { definitions: place.definitions, left: place.left }
}

function readModel(place: Place, model: OsiModel, path: YamlPath): void {
  const { datasets, metrics, relationships } = model
  for (const [index, dataset] of datasets.entries()) readDataset(place, dataset, [...path, 'datasets', index])
  for (const [index, metric] of metrics.entries())
    readMetric(place, metric, { datasets, path: [...path, 'metrics', index] })
  for (const [index, dataset] of datasets.entries()) requireUse(place, dataset, [...path, 'datasets', index])
  for (const [index, { name }] of relationships.entries()) {
    const reason = `the relationship ${name} is left out; joins are found in the data.`
    leave(place, [...path, 'relationships', index], reason)
  }
  for (const { extension, at } of ownOf(place, model, path))
    if (extension.kind === 'term' || extension.kind === 'question')
      keepOwn(place, { ...NOTHING, ...extension, dimensions: [], timeColumn: '' }, at)
}

type MetricPlace = { readonly datasets: readonly OsiDataset[]; readonly path: YamlPath }

function readMetric(place: Place, metric: OsiMetric, { datasets, path }: MetricPlace): void {
  const own = ownOf(place, metric, path).find(({ extension }) => extension.kind === 'metric')?.extension
  if (own?.kind !== 'metric') {
    readOtherMetric(place, metric, { datasets, path })
    return
  }
  const [dataset] = datasets
  if (!dataset || datasets.length > 1)
    throw refuseLine(place.lineOf(path), `the metric ${metric.name} must stand in a model with one dataset.`)
  keepOwn(place, readOwnMetric(dataset, metric, own), path)
}

/** A metric that this service did not write. */
function readOtherMetric(place: Place, metric: OsiMetric, { datasets, path }: MetricPlace): void {
  const mapped = mapMetric(metric, datasets)
  const problem = 'reason' in mapped ? mapped.reason : problemOf(mapped)
  if (problem !== null) leave(place, path, `the metric ${metric.name} is left out: ${problem}`)
  else if (!('reason' in mapped))
    place.definitions.push({ fields: mapped, line: place.lineOf(path), isOwn: false })
}

function readDataset(place: Place, dataset: OsiDataset, path: YamlPath): void {
  for (const [index, { name }] of dataset.metrics.entries()) {
    const reason = `the metric ${name} is left out: metrics stand beside the datasets of a model.`
    leave(place, [...path, 'metrics', index], reason)
  }
  for (const [index, field] of dataset.fields.entries()) {
    const at = [...path, 'fields', index]
    const isTerm = ownOf(place, field, at).some(({ extension }) => extension.kind === 'condition')
    if (isTerm) keepOwn(place, readTerm(dataset, field), at)
  }
}

/** Reports a dataset over which the document defines nothing. */
function requireUse(place: Place, dataset: OsiDataset, path: YamlPath): void {
  const isUsed = place.definitions.some(({ fields }) => fields.table === dataset.source)
  const isNothing = ownOf(place, dataset, path).some(({ extension }) => extension.kind === 'nothing')
  if (!isUsed && !isNothing) leave(place, path, `the dataset ${dataset.name} gives no definition.`)
}

function readTerm({ source }: OsiDataset, field: OsiField): DefinitionFields {
  const { name, description: text, ai_context: synonyms } = field
  const kind = 'term' as const
  return {
    ...NOTHING,
    kind,
    name,
    text,
    synonyms,
    expression: sqlOf(field),
    table: source,
    dimensions: [],
    timeColumn: '',
  }
}

type OwnMetric = Extract<OwnExtension, { kind: 'metric' }>

function readOwnMetric(
  { source, fields }: OsiDataset,
  metric: OsiMetric,
  { condition, dimensions, time_column: timeColumn, unit }: OwnMetric,
): DefinitionFields {
  const { name, description: text, ai_context: synonyms } = metric
  const rest = {
    condition,
    unit,
    timeColumn,
    dimensions: dimensions.map((one) => readDimension(one, fields)),
  }
  return { kind: 'metric', name, text, synonyms, expression: sqlOf(metric), table: source, ...rest }
}

function readDimension(
  dimension: OwnMetric['dimensions'][number],
  fields: readonly OsiField[],
): MetricDimension {
  if (typeof dimension !== 'string') return dimension
  const field = fields.find(({ name }) => name === dimension)
  const expression = field && sqlOf(field)
  return expression === undefined || expression === dimension
    ? { name: dimension }
    : { name: dimension, expression }
}

function sqlOf({ expression }: OsiMetric | OsiField): string {
  return expression.find(({ dialect }) => dialect === 'ANSI_SQL')?.expression ?? ''
}

type Extended = {
  readonly custom_extensions: readonly { readonly vendor_name: string; readonly data: string }[]
}

/** Returns the extensions of this service that a part has. */
function ownOf(place: Place, { custom_extensions }: Extended, path: YamlPath) {
  return custom_extensions.flatMap((extension, index) => {
    if (extension.vendor_name !== VENDOR) return []
    const at = [...path, 'custom_extensions', index]
    const read = readExtension(extension)
    if ('problem' in read) throw refuseLine(place.lineOf(at), read.problem)
    return [{ extension: read, at }]
  })
}

function leave({ left, lineOf }: Place, path: YamlPath, reason: string): void {
  left.push({ line: lineOf(path), reason })
}

function keepOwn({ definitions, lineOf }: Place, fields: DefinitionFields, path: YamlPath): void {
  const line = lineOf(path)
  const problem = problemOf(fields)
  if (problem !== null) throw refuseLine(line, `the ${fields.kind} ${fields.name}: ${problem}`)
  definitions.push({ fields, line, isOwn: true })
}

/** What the operation that creates definitions would refuse. */
function problemOf({ timeColumn, ...fields }: DefinitionFields): string | null {
  const read = OPERATIONS.definition.create.body.safeParse({ ...fields, time_column: timeColumn })
  const [issue] = read.success ? [] : read.error.issues
  return issue ? `${issue.path.join('.')}: ${issue.message}.` : null
}

function requireSingle(definitions: readonly ReadDefinition[]): void {
  const seen = new Set<string>()
  for (const { fields, line } of definitions) {
    const key = `${fields.kind} ${fields.name}`
    if (seen.has(key)) throw refuseLine(line, `the ${key} stands in the document twice.`)
    seen.add(key)
  }
}
