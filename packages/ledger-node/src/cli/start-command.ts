import { readFileSync } from 'node:fs'
import { type Genesis, stringifyJson } from '@parley/ledger'
import { type Chain, currentHeight } from '../chain/create-chain.ts'
import { readGenesis } from '../genesis/read-genesis.ts'
import { networkFiles } from '../network/network-files.ts'
import { createNetworkFiles, openNetwork } from '../network/open-network.ts'
import { startRpcServer } from '../rpc/start-rpc-server.ts'
import { BLOCK_INTERVAL_MS, NETWORK } from '../rules/constants.ts'
import { InvalidNetworkError } from '../schema/invalid-network-error.ts'
import { readScript } from '../script/read-script.ts'
import type { Script } from '../script/script.ts'
import { integerOption, parseOptions } from './parse-options.ts'
import { DEFAULT_FOLDER } from './usage.ts'

const DEFAULT_PORT = 9650
const MAX_PORT = 65_535

/**
 * Serves a local network until the process receives SIGINT or SIGTERM. Returns the text to print at start.
 * @throws UsageError for invalid options.
 * @throws InvalidNetworkError for invalid files, or files of another network than the one in the folder.
 * @throws the error of the operating system when a file or the port is not available.
 */
export async function startCommand(args: string[]): Promise<string> {
  const options = parseOptions(args, ['folder', 'genesis', 'script', 'port', 'host', 'height'])
  const folder = options.folder ?? DEFAULT_FOLDER
  const port = integerOption(options, 'port', { fallback: DEFAULT_PORT, max: MAX_PORT })
  const given = {
    ...(options.genesis !== undefined && { genesis: readGenesis(readFileSync(options.genesis, 'utf8')) }),
    ...(options.script !== undefined && { script: readScript(readFileSync(options.script, 'utf8')) }),
  }
  createNetworkFiles(folder, given)
  const now = options.height === undefined ? Date.now : clockAt(folder, integerOption(options, 'height'))
  const onFault = (error: unknown) => process.stderr.write(`The changed files cannot be used. ${error}\n`)
  const network = openNetwork({ folder, now, onFault })
  refuseAnother(given, network.chain(), folder)
  const server = await startRpcServer(network.chain, { port, host: options.host ?? '127.0.0.1' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close())
  return describe(network.chain(), server.url)
}

// The folder may already hold a network, and its script may be longer than the given one.
function refuseAnother(given: { genesis?: Genesis; script?: Script }, chain: Chain, folder: string): void {
  const isSame = (one: unknown, other: unknown) => stringifyJson(one) === stringifyJson(other)
  const reason = `differs from the one in ${folder}; choose another --folder`
  const { genesis = chain.genesis, script = chain.script } = given
  if (!isSame(genesis, chain.genesis)) throw new InvalidNetworkError('genesis', reason)
  const transactions = chain.script.transactions.slice(0, script.transactions.length)
  if (!isSame(script, { ...chain.script, transactions })) throw new InvalidNetworkError('script', reason)
}

/** A clock that starts at the time of a height. */
function clockAt(folder: string, height: number): () => number {
  const { genesisTime } = readScript(readFileSync(networkFiles(folder).script, 'utf8'))
  const offset = Date.parse(genesisTime) + height * BLOCK_INTERVAL_MS - Date.now()
  return () => Date.now() + offset
}

function describe(chain: Chain, url: string): string {
  const height = currentHeight(chain)
  const past = [...chain.timeline.transactions.values()].filter((transaction) => transaction.height <= height)
  const newest = past.at(-1)
  const created = past.flatMap(({ outputs }) => outputs).find(({ assetId }) => assetId !== undefined)
  const lines = [
    `Ledger network at ${url}${NETWORK.path}, height ${height}, ${past.length} transactions.`,
    ...(newest === undefined ? [] : [`  a transaction  ${newest.txId}`]),
    ...(created?.assetId === undefined ? [] : [`  an asset       ${created.assetId}`]),
    ...Object.entries(chain.script.accounts)
      .slice(0, 3)
      .map(([name, address]) => `  ${name.padEnd(13)}  ${address}`),
  ]
  return `${lines.join('\n')}\n`
}
