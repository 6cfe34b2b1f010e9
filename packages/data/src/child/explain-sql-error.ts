import { TaskError } from './task-error.ts'

/**
 * Turns DuckDB's error into a sentence that says what to change. Errors of the statement leave the child
 * usable; anything that hints at a damaged or exhausted engine does not.
 */
export function explainSqlError(error: unknown): TaskError {
  const text = error instanceof Error ? error.message : String(error)
  if (/^Out of Memory Error/.test(text) || /bad[ _]alloc/.test(text)) {
    return new TaskError(
      'memory',
      'The statement needs more memory than it may use; aggregate or filter more.',
    )
  }
  const match = /^(?:Failed to extract statements: )?(?<kind>[A-Za-z ]+) Error: (?<detail>.*)$/s.exec(text)
  const { kind = '', detail = text } = match?.groups ?? {}
  if (kind === 'Permission' || kind === 'Missing Extension' || FILE_AS_TABLE.test(detail)) {
    return new TaskError('refused', REACHES_OUT, { isReusable: true })
  }
  if (/max_expression_depth/.test(detail)) {
    return new TaskError('invalid', 'The statement is nested too deep; write it shorter.', {
      isReusable: true,
    })
  }
  if (STATEMENT_ERRORS.has(kind)) return new TaskError('invalid', sentence(detail), { isReusable: true })
  return new TaskError('crashed', 'The engine failed on this statement; write it in another way.', {
    cause: error,
  })
}

const REACHES_OUT =
  'The statement reaches for files, settings or the network; only the connected tables can be read.'
const FILE_AS_TABLE =
  /^Table with name \S*([/\\:*]|\.(csv|tsv|json|jsonl|ndjson|parquet|txt|db|sqlite|duckdb|xlsx|gz)\b)/i

/** Errors that come from the statement and leave the engine as it was. */
const STATEMENT_ERRORS = new Set([
  'Parser',
  'Syntax',
  'Binder',
  'Catalog',
  'Conversion',
  'Invalid Input',
  'Not implemented',
  'Out of Range',
  'Constraint',
  'Mismatch Type',
  'Parameter Not Resolved',
  'Parameter Not Allowed',
  'Expression',
  'Sequence',
  'Dependency',
])

const MAX_CHARACTERS = 600

/** The message without the excerpt of the statement, on one line. */
function sentence(detail: string): string {
  const [message = ''] = detail.split(/\n\s*LINE \d+:/)
  const line = message
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .replace(/"?\/[^\s"']*\/[^\s"']*"?/g, 'a file')
  const short = line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
  return /[.!?…]$/.test(short) ? short : `${short}.`
}
