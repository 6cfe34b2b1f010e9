#!/usr/bin/env node
// The program `parley`. The environment, the streams and the signals of the process are read here only.
import os from 'node:os'
import { EXIT } from './failure.ts'
import { runCommand } from './run-command.ts'

const interrupted = new AbortController()
// The first Ctrl-C ends the command in order; the next one ends the process.
process.once('SIGINT', () => interrupted.abort())
process.stdout.on('error', leave)
process.stderr.on('error', leave)

const exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  home: os.homedir(),
  streams: { input: process.stdin, output: process.stdout, errors: process.stderr },
  fetch: globalThis.fetch,
  signal: interrupted.signal,
})
// A connection that is kept alive would delay the end.
process.stdout.write('', () => process.exit(exitCode))

/** The program that reads the output has ended, such as `head`. */
function leave(error: Error & { code?: string }): void {
  if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe)
  throw error
}
