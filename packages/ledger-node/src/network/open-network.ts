import { existsSync, readFileSync, statSync } from 'node:fs'
import { type Genesis, stringifyJson } from '@parley/ledger'
import { type Chain, createChain } from '../chain/create-chain.ts'
import { createDefaultScript, DEFAULT_HISTORY_MS } from '../default-network/create-default-script.ts'
import { DEFAULT_GENESIS } from '../genesis/default-genesis.ts'
import { readGenesis } from '../genesis/read-genesis.ts'
import { BLOCK_INTERVAL_MS } from '../rules/constants.ts'
import { readScript } from '../script/read-script.ts'
import type { Script } from '../script/script.ts'
import { createJsonFile, networkFiles } from './network-files.ts'

/** Minimum time between two checks of the files for changes. */
const CHECK_INTERVAL_MS = 250

export type NetworkSettings = Readonly<{
  /** The folder of genesis.json and script.json. */
  folder: string
  /** The clock, in milliseconds since 1970. Default the system's. */
  now?: () => number
  /** Called when changed files are invalid; the network then keeps its previous state. */
  onFault?: (error: unknown) => void
}>

/** A network that is stored in files. */
export type OpenNetwork = Readonly<{
  /** The network of the files. A call checks them for changes, at most four times a second. */
  chain: () => Chain
}>

/**
 * Opens the network of a folder. Writes the default network first when the folder has none: its script begins
 * three days before now. Transactions that another process appends appear without a restart.
 * @throws InvalidNetworkError naming the invalid field of genesis or script.
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
 * Writes the missing files of a network. A folder without a genesis gets the default genesis and the default script; one
 * with another genesis gets an empty script.
 *
 * @throws InvalidNetworkError naming the invalid field of the folder's genesis.
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
 * @throws InvalidNetworkError naming the invalid field of genesis or script.
 */
export function loadChain(folder: string, now: () => number): Chain {
  const files = networkFiles(folder)
  const genesis = readGenesis(readFileSync(files.genesis, 'utf8'))
  return createChain({ genesis, script: readScript(readFileSync(files.script, 'utf8')), now })
}

// The default script spends the allocation of the default genesis.
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

// Size and modification time of both files, which change with every append.
function stateOf(folder: string): string {
  const { genesis, script } = networkFiles(folder)
  return [genesis, script]
    .map((file) => {
      const { mtimeMs, size, ino } = statSync(file)
      return `${mtimeMs} ${size} ${ino}`
    })
    .join(' ')
}
