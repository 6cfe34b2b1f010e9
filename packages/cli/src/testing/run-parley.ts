import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const MAIN = path.join(import.meta.dirname, '../main.ts')

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

type Start = {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Ends the program with a signal once the error output has this text. */
  readonly interruptAt?: RegExp
}

/** Runs the program `parley` as a child process to its end. */
export async function runParley(
  args: readonly string[],
  { env = {}, input, interruptAt }: Start = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
  child.stdin.end(input ?? '')
  if (interruptAt) {
    let seen = ''
    child.stderr.on('data', (piece) => {
      seen += piece
      // A second signal would end the program at once.
      if (interruptAt.test(seen) && !child.killed) child.kill('SIGINT')
    })
  }
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, out, err }
}
