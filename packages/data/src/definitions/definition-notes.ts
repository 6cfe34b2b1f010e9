import type { Definition } from '@parley/domain'

/**
 * Says by which definitions a statement was answered: its metrics, the terms whose condition it has, or the verified
 * question that it is.
 */
export function definitionNotes({
  used,
  asked,
  definitions,
}: {
  readonly used: readonly Definition[]
  /** The statement of the model. */
  readonly asked: string
  readonly definitions: readonly Definition[]
}): string[] {
  const metrics = used.map(({ name, expression, table, unit, verifiedAt }) => {
    const inUnit = unit === '' ? '' : ` in ${unit}`
    const rows = /^\s*(select|with|\()/i.test(table) ? 'a saved SELECT' : table
    return `By your definition of ${name}: ${expression} of ${rows}${inUnit}, verified on ${verifiedAt.slice(0, 10)}.`
  })
  const written = normal(asked)
  const folded = written.toLowerCase()
  const terms = definitions
    .filter(({ kind, expression }) => kind === 'term' && expression.trim() !== '')
    .filter(({ expression }) => folded.includes(normal(expression).toLowerCase()))
    .map(({ name, expression, verifiedAt }) => {
      return `By your definition of ${name}: ${normal(expression)}, verified on ${verifiedAt.slice(0, 10)}.`
    })
  const question = definitions.find(
    ({ kind, expression }) => kind === 'question' && normal(expression) === written,
  )
  return question
    ? [
        ...metrics,
        ...terms,
        `This is the statement of your verified question "${question.name}", verified on ${question.verifiedAt.slice(0, 10)}.`,
      ]
    : [...metrics, ...terms]
}

/** A statement without the white space and the semicolon that do not change it. */
function normal(sql: string): string {
  return sql.trim().replace(/\s+/g, ' ').replace(/ ?;$/, '')
}
