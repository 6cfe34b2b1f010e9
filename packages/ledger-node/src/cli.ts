#!/usr/bin/env node
import { isLedgerError } from '@parley/ledger'
import { startCommand } from './cli/start-command.ts'
import { txCommand } from './cli/tx-command.ts'
import { isUsageError, USAGE } from './cli/usage.ts'
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
  if (name !== undefined && name !== 'help' && name !== '--help') process.exitCode = 1
  return `${USAGE}\n`
}

function explain(error: unknown): string {
  if (isUsageError(error)) return `${error.message}\n\n${USAGE}`
  if (isInvalidNetworkError(error) || isLedgerError(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
