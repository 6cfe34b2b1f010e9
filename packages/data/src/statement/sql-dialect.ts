/** The SQL dialects that statements are written in. Tables of files, samples and HTTP APIs are read by DuckDB. */
export type SqlDialect = 'duckdb' | 'postgresql' | 'mysql' | 'sqlite' | 'clickhouse' | 'trino'

/** Where the lexical rules of a dialect differ from those of the others. */
export type LexicalRules = {
  /** Whether a comment may hold a comment. */
  readonly nestsComments: boolean
  /** Whether `#` begins a comment that runs to the end of the line. */
  readonly hasHashComments: boolean
  /** Whether `--` begins a comment only before white space, so that `1--1` is 2. */
  readonly dashesNeedSpace: boolean
  /** Whether a carriage return ends a `--` comment, as a line feed does. */
  readonly endsLineAtReturn: boolean
  /** Whether `$tag$ … $tag$` is a string. */
  readonly hasDollarQuotes: boolean
  /** Which strings take a backslash for an escape: all, those that begin with `E'`, or none. */
  readonly backslashes: 'all' | 'prefixed' | 'none'
  /** Whether a backslash escapes the next character of a quoted name. */
  readonly escapesNames: boolean
  /** Whether double quotes enclose a string instead of a name. */
  readonly hasDoubleQuotedStrings: boolean
  /** Whether `[name]` is a quoted name. */
  readonly hasBracketNames: boolean
  /** Whether the server runs the text of a comment that begins with `/*!` or `/*M!`. */
  readonly hasExecutableComments: boolean
}

const STANDARD: LexicalRules = {
  nestsComments: false,
  hasHashComments: false,
  dashesNeedSpace: false,
  endsLineAtReturn: false,
  hasDollarQuotes: false,
  backslashes: 'none',
  escapesNames: false,
  hasDoubleQuotedStrings: false,
  hasBracketNames: false,
  hasExecutableComments: false,
}

const POSTGRESQL: LexicalRules = {
  ...STANDARD,
  nestsComments: true,
  endsLineAtReturn: true,
  hasDollarQuotes: true,
  backslashes: 'prefixed',
}

/**
 * The lexical rules of each dialect, from the manuals: PostgreSQL
 * (https://www.postgresql.org/docs/current/sql-syntax-lexical.html), whose scanner DuckDB took over; MySQL and MariaDB
 * (https://dev.mysql.com/doc/refman/8.4/en/comments.html, …/string-literals.html); SQLite
 * (https://www.sqlite.org/lang_keywords.html); ClickHouse (https://clickhouse.com/docs/sql-reference/syntax); Trino
 * (https://trino.io/docs/current/language/comments.html).
 */
export const LEXICAL_RULES: Readonly<Record<SqlDialect, LexicalRules>> = {
  duckdb: POSTGRESQL,
  postgresql: POSTGRESQL,
  mysql: {
    ...STANDARD,
    hasHashComments: true,
    dashesNeedSpace: true,
    backslashes: 'all',
    hasDoubleQuotedStrings: true,
    hasExecutableComments: true,
  },
  sqlite: { ...STANDARD, hasBracketNames: true },
  clickhouse: {
    ...STANDARD,
    hasHashComments: true,
    hasDollarQuotes: true,
    backslashes: 'all',
    escapesNames: true,
  },
  trino: { ...STANDARD, endsLineAtReturn: true },
}
