import { spawn } from 'node:child_process'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../run-command.ts'

const MAIN = path.join(import.meta.dirname, '../main.ts')

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

type Start = {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs the command to its end in this process, which is much faster than the program. */
export async function runParley(
  args: readonly string[],
  { env = {}, input = '' }: Start = {},
): Promise<Ended> {
  const streams = { input: Readable.from([input]), output: new PassThrough(), errors: new PassThrough() }
  const around = { env, home: env.HOME ?? '/nowhere', streams, fetch, signal: new AbortController().signal }
  const ended = runCommand(args, around).finally(() => {
    streams.output.end()
    streams.errors.end()
  })
  const [code, out, err] = await Promise.all([ended, text(streams.output), text(streams.errors)])
  return { code, out, err }
}

/** Runs the program `parley` as a child process to its end. Interrupts it once the error output has a text. */
export async function spawnParley(
  args: readonly string[],
  { env = {}, input, interruptAt }: Start & { readonly interruptAt?: RegExp } = {},
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
