import { existsSync, readFileSync, statSync } from 'node:fs'
import { type Genesis, stringifyJson } from '@parley/ledger'
import { type Chain, createChain } from '../chain/create-chain.ts'
import { BLOCK_INTERVAL_MS } from '../constants.ts'
import { DEFAULT_GENESIS } from '../genesis/default-genesis.ts'
import { readGenesis } from '../genesis/read-genesis.ts'
import { createDefaultScript, DEFAULT_HISTORY_MS } from '../script/create-default-script.ts'
import { readScript } from '../script/read-script.ts'
import type { Script } from '../script/script.ts'
import { createJsonFile, networkFiles } from './network-files.ts'

/** How often, at most, the files are looked at. */
const CHECK_INTERVAL_MS = 250

export type NetworkSettings = Readonly<{
  /** Where genesis.json and script.json are kept. */
  folder: string
  /** The clock, in milliseconds since 1970. Default the system's. */
  now?: () => number
  /** Told when changed files cannot be used; the network then goes on as it was. */
  onFault?: (error: unknown) => void
}>

/** A network that is kept in files. */
export type OpenNetwork = Readonly<{
  /** The network as the files have it. Looks at them when called, at most four times a second. */
  chain: () => Chain
}>

/**
 * Opens the network of a folder and writes the default one there first when the folder has none: the
 * default script begins three days before its first start. Transactions appended by another process show
 * up by themselves.
 *
 * @throws InvalidNetworkError naming the field of genesis or script that no network can be made of.
 */
export function openNetwork({ folder, now = Date.now, onFault }: NetworkSettings): OpenNetwork {
  createNetworkFiles(folder, { now })
  let state = stateOf(folder)
  let chain = loadChain(folder, now)
  let checkedAt = now()

  return {
    chain: () => {
      const time = now()
      if (Math.abs(time - checkedAt) < CHECK_INTERVAL_MS) return chain
      checkedAt = time
      const newState = stateOf(folder)
      if (newState === state) return chain
      state = newState
      try {
        chain = loadChain(folder, now)
      } catch (error) {
        onFault?.(error)
      }
      return chain
    },
  }
}

/**
 * Writes the files of a network that a folder lacks. Without a genesis of its own a network gets the
 * default one and the default script; with one it gets an empty script.
 *
 * @throws InvalidNetworkError naming the field of the folder's genesis that is wrong.
 */
export function createNetworkFiles(
  folder: string,
  { now = Date.now, genesis, script }: { now?: () => number; genesis?: Genesis; script?: Script },
): void {
  const files = networkFiles(folder)
  if (!existsSync(files.genesis)) createJsonFile(files.genesis, genesis ?? DEFAULT_GENESIS)
  if (existsSync(files.script)) return
  createJsonFile(files.script, script ?? firstScript(files.genesis, now()))
}

/**
 * Reads a network from its folder.
 *
 * @throws InvalidNetworkError naming the field of genesis or script that no network can be made of.
 */
export function loadChain(folder: string, now: () => number): Chain {
  const files = networkFiles(folder)
  const genesis = readGenesis(readFileSync(files.genesis, 'utf8'))
  return createChain({ genesis, script: readScript(readFileSync(files.script, 'utf8')), now })
}

// The default script spends what only the default genesis allots.
function firstScript(genesisFile: string, nowMs: number): Script {
  const genesis = readGenesis(readFileSync(genesisFile, 'utf8'))
  if (stringifyJson(genesis) === stringifyJson(DEFAULT_GENESIS)) {
    return createDefaultScript(genesis, wholeBlocks(nowMs - DEFAULT_HISTORY_MS))
  }
  const genesisTime = new Date(wholeBlocks(nowMs)).toISOString()
  return { genesisTime, epochLengthBlocks: 10, consensusValidators: [], accounts: {}, transactions: [] }
}

function wholeBlocks(timeMs: number): number {
  return timeMs - (timeMs % BLOCK_INTERVAL_MS)
}

// Size and time of change of both files: different after every append.
function stateOf(folder: string): string {
  const { genesis, script } = networkFiles(folder)
  return [genesis, script]
    .map((file) => {
      const { mtimeMs, size, ino } = statSync(file)
      return `${mtimeMs} ${size} ${ino}`
    })
    .join(' ')
}
