#!/usr/bin/env node
import { isLedgerError } from '@parley/ledger'
import { startCommand } from './cli/start-command.ts'
import { txCommand } from './cli/tx-command.ts'
import { isUsageError, USAGE, UsageError } from './cli/usage.ts'
import { isInvalidNetworkError } from './invalid-network-error.ts'

const [command, ...rest] = process.argv.slice(2)

try {
  process.stdout.write(await run(command, rest))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function run(name: string | undefined, args: string[]): Promise<string> {
  if (name === 'start') return startCommand(args)
  if (name === 'tx') return txCommand(args)
  if (name === undefined || name === 'help' || name === '--help') return `${USAGE}\n`
  throw new UsageError(`there is no command ${JSON.stringify(name)}`)
}

function explain(error: unknown): string {
  if (isUsageError(error)) return `${error.message}\n\n${USAGE}`
  if (isInvalidNetworkError(error) || isLedgerError(error) || isSystemError(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** What the system refused: a file that is not there, a port that is taken. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
