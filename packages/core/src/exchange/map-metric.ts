import type { DefinitionFields } from '../definition/definition.ts'
import type { OsiDataset, OsiMetric } from './osi-document.ts'

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Texts in quotes, and qualified names. The groups: a text, the qualifier. */
const PARTS = /('(?:[^']|'')*')|(?<![\w."])"?([A-Za-z_]\w*)"?\s*\.\s*(?="?[A-Za-z_])/g
const MOST_DIMENSIONS = 50

/**
 * Turns a metric of another tool into a definition over the one dataset that its expression names, with the dimensions
 * of that dataset. Returns the reason where that is impossible.
 */
export function mapMetric(
  metric: OsiMetric,
  datasets: readonly OsiDataset[],
): DefinitionFields | { readonly reason: string } {
  const { name, description: text, ai_context: synonyms } = metric
  const sql = metric.expression.find(({ dialect }) => dialect === 'ANSI_SQL')?.expression
  if (sql === undefined) return { reason: 'it has no expression in ANSI_SQL.' }
  if (!PLAIN_NAME.test(name)) return { reason: 'its name is not a SQL name.' }
  const named = new Set([...sql.matchAll(PARTS)].flatMap(([, , qualifier]) => qualifier ?? []))
  const used = named.size === 0 ? datasets : datasets.filter((dataset) => named.has(dataset.name))
  const [dataset] = used
  if (!dataset || used.length > 1 || named.size > 1)
    return { reason: 'it does not read exactly one dataset of the model.' }
  const expression = sql.replaceAll(PARTS, (part, quoted?: string) => (quoted === undefined ? '' : part))
  const fields = dataset.fields.filter((field) => PLAIN_NAME.test(field.name) && field.name !== name)
  const shown = fields.flatMap(({ name, dimension, expression }) => {
    const inSql = expression.find(({ dialect }) => dialect === 'ANSI_SQL')?.expression
    if (!dimension || inSql === undefined) return []
    return [
      { ...(inSql === name ? { name } : { name, expression: inSql }), isTime: dimension.is_time === true },
    ]
  })
  const kept = shown.slice(0, MOST_DIMENSIONS)
  const timeColumn = kept.find(({ isTime }) => isTime)?.name ?? ''
  const dimensions = kept.map(({ isTime: _, ...dimension }) => dimension)
  const rest = { condition: '', unit: '', timeColumn, dimensions }
  return { kind: 'metric', name, text, synonyms, expression, table: dataset.source, ...rest }
}
