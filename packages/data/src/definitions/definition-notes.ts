import type { Definition } from '@parley/domain'

/** Says by which definitions a statement was answered: its metrics, or the verified question that it is. */
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
  const question = definitions.find(
    ({ kind, expression }) => kind === 'question' && normal(expression) === written,
  )
  return question
    ? [
        ...metrics,
        `This is the statement of your verified question "${question.name}", verified on ${question.verifiedAt.slice(0, 10)}.`,
      ]
    : metrics
}

/** A statement without the white space and the semicolon that do not change it. */
function normal(sql: string): string {
  return sql.trim().replace(/\s+/g, ' ').replace(/ ?;$/, '')
}
