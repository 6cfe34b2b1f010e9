import { isReservedWord } from '@parley/domain/reserved-words'

/** The name of a table, `source.table`, as a statement writes it: with quotes where SQL reserves the name of the source. */
export function tableInSql(name: string): string {
  const at = name.indexOf('.')
  const source = name.slice(0, at)
  return isReservedWord(source) ? `"${source}"${name.slice(at)}` : name
}
