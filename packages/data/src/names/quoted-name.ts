/** A name between the quotes of a SQL dialect, so that any character may stand in it. */
export function quotedName(name: string, dialect: string): string {
  if (dialect === 'mysql') return `\`${name.replaceAll('`', '``')}\``
  if (dialect === 'clickhouse') return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
  return `"${name.replaceAll('"', '""')}"`
}
