import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Where a command writes and reads. */
export type Terminal = {
  readonly isJson: boolean
  /** Writes a piece of output as it is. */
  readonly write: (piece: string) => void
  /** Writes a line of output. */
  readonly print: (line: string) => void
  /** Writes a line about the progress to the error output; nothing with `--json`. */
  readonly note: (line: string) => void
  /** Prints a result: as JSON with `--json`, else the lines. */
  readonly show: (value: unknown, lines: () => readonly string[]) => void
  /** The whole input, or null when a person would have to type it. */
  readonly readInput: () => Promise<string | null>
  /** Reads a line that is not shown. Null when no person is there. */
  readonly readSecret: (question: string) => Promise<string | null>
}

type Streams = {
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }
  readonly output: Writable
  readonly errors: Writable
}

/** Opens the terminal of a command. */
export function openTerminal({ input, output, errors }: Streams, isJson: boolean): Terminal {
  const print = (line: string) => void output.write(`${line}\n`)
  return {
    isJson,
    write: (piece) => void output.write(piece),
    print,
    note: (line) => {
      if (!isJson) errors.write(`${line}\n`)
    },
    show: (value, lines) => {
      if (isJson) print(JSON.stringify(value, null, 2))
      else for (const line of lines()) print(line)
    },
    readInput: async () => (input.isTTY ? null : await text(input)),
    readSecret: async (question) => {
      if (!input.isTTY) return null
      errors.write(question)
      return await readHidden(input)
    },
  }
}

/** Reads keys until Enter, and shows none. Ctrl-C arrives as a character here. */
function readHidden(input: Streams['input']): Promise<string> {
  return new Promise((resolve) => {
    let typed = ''
    input.setRawMode?.(true)
    input.resume()
    input.on('data', function onKeys(keys: Buffer) {
      for (const key of keys.toString()) {
        if (key === '\r' || key === '\n' || key === '\u0003') {
          input.off('data', onKeys)
          input.setRawMode?.(false)
          input.pause()
          resolve(key === '\u0003' ? '' : typed)
          return
        }
        typed = key === '\u007f' ? typed.slice(0, -1) : typed + key
      }
    })
  })
}

/** A number of things: "1 row", "3 rows". */
export function counted(count: number | string, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Lays rows out in columns that are as wide as their longest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
