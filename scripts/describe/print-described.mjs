/**
 * Writes descriptions as the TypeScript module that `prepare` compares statements with.
 *
 * @param {readonly import('./describe-statements.mjs').DescribedStatement[]} statements
 * @returns {string} in the format of the project's formatter
 */
export function printDescribed(statements) {
  return [
    "import type { Nullable, NotNull, Unproven } from './statement-text.ts'",
    '',
    '/** What PostgreSQL says of each prepared statement. Written by `pnpm describe`. */',
    'export type Described = {',
    ...statements.flatMap(printStatement),
    '}',
    '',
  ].join('\n')
}

/** @param {import('./describe-statements.mjs').DescribedStatement} statement @returns {string[]} */
function printStatement({ name, values, columns }) {
  const types = values.map((type) => `'${type}'`).join(', ')
  const lines = columns.map(
    (column) => `      ${printKey(column.name)}: ${column.nullability}<'${column.type}'>`,
  )
  return [
    `  ${name}: {`,
    `    values: [${types}]`,
    ...(lines.length === 0 ? ['    columns: Record<never, never>'] : ['    columns: {', ...lines, '    }']),
    '  }',
  ]
}

/** @param {string} name */
function printKey(name) {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
}
