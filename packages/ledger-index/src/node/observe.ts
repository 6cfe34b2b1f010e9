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

/** The state of a network as a node reported it. All replies have nearly the same height. */
export type Observation = {
  readonly identity: string
  readonly info: EmissionInfoResult
  /** All validators of the network. */
  readonly all: readonly ValidatorEntry[]
  /** The validators that registered a stake. */
  readonly staked: readonly ValidatorEntry[]
  /** Their registrations, if the node has them. */
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
  /** Addresses whose native balance is read, besides those that the network names. */
  readonly addresses: readonly string[]
  /** Ids of assets that are read besides the native one. */
  readonly assets: readonly string[]
}

/** Maximum number of simultaneous calls to a node. */
const CALLS_AT_ONCE = 8
/** Maximum number of addresses of the genesis allocation that are watched. */
const MAX_FIRST_OWNERS = 100

/**
 * Reads everything that the interface lists, and the watched addresses and assets. Leaves out an asset or a
 * stake that is unknown to the node. Throws a LedgerError when a call fails.
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

/**
 * Reads lists at one height. When the height changed meanwhile it reads again once, and accepts that result.
 */
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

/**
 * Returns the addresses that a network names: genesis allocation, emission account, owners of stakes and
 * reward addresses.
 */
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

/** Reads each item, a few at the same time; leaves out undefined results. */
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
