#!/usr/bin/env node
import { isLedgerError } from '@parley/ledger'
import { startCommand } from './cli/start-command.ts'
import { txCommand } from './cli/tx-command.ts'
import { isUsageError, USAGE, UsageError } from './cli/usage.ts'
import { isInvalidNetworkError } from './schema/invalid-network-error.ts'

const [command, ...rest] = process.argv.slice(2)

try {
  const { text, isFailed = false } = await run(command, rest)
  process.stdout.write(text)
  if (isFailed) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function run(
  name: string | undefined,
  args: string[],
): Promise<{ readonly text: string; readonly isFailed?: boolean }> {
  if (name === 'start') return { text: await startCommand(args) }
  if (name === 'tx') return txCommand(args)
  if (name === undefined || name === 'help' || name === '--help') return { text: `${USAGE}\n` }
  throw new UsageError(`there is no command ${JSON.stringify(name)}`)
}

function explain(error: unknown): string {
  if (isUsageError(error)) return `${error.message}\n\n${USAGE}`
  if (isInvalidNetworkError(error) || isLedgerError(error) || isSystemError(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** An error of the operating system: a missing file, a port in use. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
