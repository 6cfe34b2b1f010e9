import { textLiteral } from './clickhouse-types.ts'
import type { Argument, FunctionCall, FunctionWriter } from './function-call.ts'

/** Functions of texts. Lengths and places are counted in code points, as in DuckDB. */
export const TEXT_FUNCTIONS: Readonly<Record<string, FunctionWriter>> = {
  lower: ofText('lowerUTF8'),
  lcase: ofText('lowerUTF8'),
  upper: ofText('upperUTF8'),
  ucase: ofText('upperUTF8'),
  length: counted,
  len: counted,
  char_length: counted,
  strlen: ({ args: [value] }) => (isText(value) ? `toInt64(length(${value.sql}))` : null),
  '||': ({ args }) => (args.every(isText) ? `concat(${args.map(({ sql }) => sql).join(', ')})` : null),
  concat: ({ args }) =>
    args.every(isText) ? `concat(${args.map(({ sql }) => `ifNull(${sql}, '')`).join(', ')}, '')` : null,
  '~~': like((value, pattern) => `like(${value}, ${pattern})`),
  '!~~': like((value, pattern) => `notLike(${value}, ${pattern})`),
  '~~*': like((value, pattern) => `like(lowerUTF8(${value}), lowerUTF8(${pattern}))`),
  '!~~*': like((value, pattern) => `notLike(lowerUTF8(${value}), lowerUTF8(${pattern}))`),
  // DuckDB trims every blank of Unicode.
  trim: trimmed('^\\p{Zs}+|\\p{Zs}+$'),
  ltrim: trimmed('^\\p{Zs}+'),
  rtrim: trimmed('\\p{Zs}+$'),
  substring: part,
  substr: part,
  left: end('leftUTF8'),
  right: end('rightUTF8'),
  replace: replaced,
  contains: ({ args: [value, piece] }) =>
    isText(value) && isText(piece) ? `greater(position(${value.sql}, ${piece.sql}), 0)` : null,
  prefix: startsWith,
  starts_with: startsWith,
  suffix: endsWith,
  ends_with: endsWith,
}

function isText(value: Argument | undefined): value is Argument {
  return value?.type.id === 'VARCHAR'
}

function ofText(name: string): FunctionWriter {
  return ({ args: [value] }) => (isText(value) ? `${name}(${value.sql})` : null)
}

function counted({ args: [value] }: FunctionCall): string | null {
  return isText(value) ? `toInt64(lengthUTF8(${value.sql}))` : null
}

/** A backslash escapes in the patterns of ClickHouse, and means itself in those of DuckDB. */
function like(write: (value: string, pattern: string) => string): FunctionWriter {
  return ({ args: [value, pattern] }) => {
    if (!isText(value) || typeof pattern?.constant !== 'string') return null
    return write(value.sql, textLiteral(pattern.constant.replaceAll('\\', '\\\\')))
  }
}

function trimmed(pattern: string): FunctionWriter {
  return ({ args }) => {
    const [value] = args
    return args.length === 1 && isText(value)
      ? `replaceRegexpAll(${value.sql}, ${textLiteral(pattern)}, '')`
      : null
  }
}

function isCount(value: Argument | undefined, least: number): boolean {
  return typeof value?.constant === 'number' && value.constant >= least
}

function part({ args: [value, from, length] }: FunctionCall): string | null {
  if (!isText(value) || !isCount(from, 1) || (length && !isCount(length, 0))) return null
  const size = length ? `, ${length.constant}` : ''
  return `substringUTF8(${value.sql}, ${from?.constant}${size})`
}

function end(name: string): FunctionWriter {
  return ({ args: [value, count] }) =>
    isText(value) && isCount(count, 0) ? `${name}(${value.sql}, ${count?.constant})` : null
}

function replaced({ args: [value, piece, by] }: FunctionCall): string | null {
  const isConstant = typeof piece?.constant === 'string' && piece.constant !== ''
  return isText(value) && isText(by) && isConstant
    ? `replaceAll(${value.sql}, ${piece.sql}, ${by.sql})`
    : null
}

function startsWith({ args: [value, piece] }: FunctionCall): string | null {
  return isText(value) && isText(piece) ? `startsWith(${value.sql}, ${piece.sql})` : null
}

function endsWith({ args: [value, piece] }: FunctionCall): string | null {
  return isText(value) && isText(piece) ? `endsWith(${value.sql}, ${piece.sql})` : null
}
