import { createRequire } from 'node:module'
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { JsonObject } from '@parley/domain'
import { chartError } from './chart-error.ts'

const require = createRequire(import.meta.url)
/**
 * The schema is interpreted, not compiled: this process forbids code from strings, and compiling it takes
 * seconds.
 */
const SCHEMA: Schema = require('vega-lite/vega-lite-schema.json')
const validators = new Map<string, Validator>()

/** Throws the deepest error of a spec as one sentence. The schema is that of the installed vega-lite. */
export function validateSpec(spec: JsonObject): void {
  const kind = kindOf(spec)
  const validator =
    validators.get(kind) ?? new Validator({ ...SCHEMA, $ref: `#/definitions/${kind}` }, '7', false)
  validators.set(kind, validator)
  const { valid, errors } = validator.validate(spec)
  if (!valid) throw chartError(`The chart spec is not valid Vega-Lite: ${sentenceOf(errors)}`)
}

/** Validates against the spec's own composition only, which avoids the errors of all others. */
function kindOf(spec: JsonObject): string {
  if ('layer' in spec) return 'TopLevelLayerSpec'
  if ('hconcat' in spec) return 'TopLevelHConcatSpec'
  if ('vconcat' in spec) return 'TopLevelVConcatSpec'
  if ('concat' in spec) return 'TopLevelConcatSpec'
  if ('repeat' in spec) return 'TopLevelRepeatSpec'
  if ('facet' in spec && 'spec' in spec) return 'TopLevelFacetSpec'
  return 'TopLevelUnitSpec'
}

/** Keywords whose errors have their own message. All other keywords only wrap errors of these. */
const SPECIFIC = new Set(['enum', 'const', 'type', 'additionalProperties', 'required', 'minimum', 'maximum'])

function sentenceOf(errors: readonly OutputUnit[]): string {
  const specific = errors.filter((error) => SPECIFIC.has(error.keyword))
  const depthOf = (error: OutputUnit) => error.instanceLocation.split('/').length
  const deepest = Math.max(...specific.map(depthOf))
  const places = Map.groupBy(
    specific.filter((error) => depthOf(error) === deepest),
    (error) => error.instanceLocation,
  )
  // A path with errors about constants alone belongs to another mark or encoding than the spec's.
  const [place = '#', faults = []] =
    [...places].find(([, here]) => here.some(({ keyword }) => keyword !== 'const')) ?? [...places][0] ?? []
  const where = place === '#' ? 'the spec' : place.slice(2).replaceAll('/', '.')
  return `${where} ${faultOf(faults)}.`
}

function faultOf(faults: readonly OutputUnit[]): string {
  const words = (keyword: string) =>
    faults.filter((fault) => fault.keyword === keyword).flatMap(({ error }) => quotedIn(error))
  const allowed = new Set([...words('enum'), ...words('const')].filter((word) => !REFUSED_MARKS.has(word)))
  if (allowed.size > 0) return `must be one of ${[...allowed].join(', ')}`
  // Every alternative refuses the unknown property. Only some refuse other properties.
  const unknown = mostFrequent(words('additionalProperties'))
  if (unknown)
    return `has a property "${unknown}" that is not allowed there; leave it out, or spell it as Vega-Lite does`
  const missing = mostFrequent(words('required'))
  if (missing) return `needs the property "${missing}"`
  const types = new Set(faults.flatMap(({ error }) => quotedIn(error.split('Expected').at(1) ?? '')))
  if (types.size > 0) return `must be of type ${[...types].join(' or ')}`
  return 'has a value that is not allowed there'
}

/** Valid for Vega-Lite, refused by guardSpec. */
const REFUSED_MARKS = new Set(['image'])

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = Map.groupBy(words, (word) => word)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, word]) => word ?? '')
}
