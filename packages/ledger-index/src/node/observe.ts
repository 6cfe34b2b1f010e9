import { createHash } from 'node:crypto'
import {
  type EmissionInfoResult,
  type Genesis,
  isLedgerError,
  type LedgerClient,
  stringifyJson,
  type ValidatorEntry,
  type ValidatorStakeResult,
} from '@parley/ledger'

/** What a node said about its network, all at about one height. */
export type Observation = {
  readonly identity: string
  readonly info: EmissionInfoResult
  /** Everybody the network lists. */
  readonly all: readonly ValidatorEntry[]
  /** Those who registered a stake. */
  readonly staked: readonly ValidatorEntry[]
  /** What they registered, as far as the node says. */
  readonly stakes: ReadonlyMap<string, ValidatorStakeResult>
  readonly assets: readonly ObservedAsset[]
  readonly balances: readonly ObservedBalance[]
}

type ObservedAsset = {
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly metadata: string
  readonly supply: bigint
  readonly owner: string
}

type ObservedBalance = { readonly address: string; readonly asset: string; readonly amount: bigint }

export type Watched = {
  /** Addresses whose native balance is read, beside those the network itself names. */
  readonly addresses: readonly string[]
  /** Ids of assets that are read beside the native one. */
  readonly assets: readonly string[]
}

/** A node is not asked more than this at once. */
const CALLS_AT_ONCE = 8
/** Of the first owners a network names, at most so many are watched. */
const MAX_FIRST_OWNERS = 100

/**
 * Reads all that the interface tells without being asked for a name, and what is watched. Throws a LedgerError when a
 * call fails; an asset or stake that the node does not know is left out.
 */
export async function observe(client: LedgerClient, watched: Watched): Promise<Observation> {
  const { genesis } = await client.genesis()
  const lists = await readLists(client)
  const stakes = await readAll(lists.staked, async ({ nodeID }) => {
    const stake = await unlessMissing(client.validatorStake({ nodeID }))
    return stake && ([nodeID, stake] as const)
  })
  const assets = await readAll([client.network.nativeSymbol, ...watched.assets], async (asset) => {
    const found = await unlessMissing(client.asset({ asset }))
    return found && { asset, ...found }
  })
  const addresses = addressesOf(
    genesis,
    stakes.map(([, stake]) => stake),
  )
  const asset = client.network.nativeSymbol
  const balances = await readAll([...new Set([...addresses, ...watched.addresses])], async (address) => ({
    address,
    asset,
    ...(await client.balance({ address, asset })),
  }))
  return { identity: identityOf(genesis), ...lists, stakes: new Map(stakes), assets, balances }
}

type Lists = Pick<Observation, 'info' | 'all' | 'staked'>

/** The lists belong together when the height is the same before and after; on a busy network the second try counts. */
async function readLists(client: LedgerClient, isSecondTry = false): Promise<Lists> {
  const info = await client.emissionInfo()
  const [{ validators: all }, { validators: staked }] = await Promise.all([
    client.allValidators(),
    client.stakedValidators(),
  ])
  const { currentBlockHeight } = await client.emissionInfo()
  if (currentBlockHeight !== info.currentBlockHeight && !isSecondTry) return readLists(client, true)
  return { info, all, staked }
}

function identityOf(genesis: Genesis): string {
  return createHash('sha256').update(stringifyJson(genesis)).digest('hex')
}

/** The addresses a network names: its first owners, the emission account, owners of stakes and who gets their rewards. */
function addressesOf(genesis: Genesis, stakes: readonly ValidatorStakeResult[]): string[] {
  const firstOwners = genesis.customAllocation.slice(0, MAX_FIRST_OWNERS).map(({ address }) => address)
  const staking = stakes.flatMap(({ ownerAddress, rewardAddress }) => [ownerAddress, rewardAddress])
  return [...firstOwners, genesis.emissionBalancer.emissionAddress, ...staking]
}

async function unlessMissing<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call
  } catch (error) {
    if (isLedgerError(error, 'not_found')) return undefined
    throw error
  }
}

/** Asks for each item, a few at once; what is undefined is left out. */
async function readAll<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result | undefined>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += CALLS_AT_ONCE) {
    const answers = await Promise.all(items.slice(start, start + CALLS_AT_ONCE).map(ask))
    for (const answer of answers) if (answer !== undefined) results.push(answer)
  }
  return results
}
