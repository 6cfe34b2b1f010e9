import { randomInt } from 'node:crypto'
import type { Reply } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireForm, requireOne, requireSome, show } from '../violation.ts'
import type { World } from '../world.ts'

const at = (anchor: string) => `ledger.md#${anchor}`
const VALIDATOR = [
  'isActive',
  'nodeID',
  'publicKey',
  'stakedAmount',
  'accumulatedStakedReward',
  'delegationFeeRate',
  'delegatedAmount',
  'accumulatedDelegatedReward',
]
const GENESIS_LISTS = ['minUnitPrice', 'unitPriceChangeDenominator', 'windowTargetUnits', 'maxBlockUnits']
const GENESIS_INTEGERS = [
  'minBlockGap',
  'minEmptyBlockGap',
  'validityWindow',
  'maxActionsPerTx',
  'maxOutputsPerAction',
  'baseUnits',
]
const STAKE = ['stakeStartBlock', 'stakeEndBlock', 'stakedAmount', 'rewardAddress', 'ownerAddress']

type Fields = Readonly<Record<string, unknown>>

function send(
  { probe }: World,
  method: string,
  { params, id = randomInt(1, 1_000_000) }: { readonly params?: object; readonly id?: number } = {},
): Promise<Reply> {
  const body = { jsonrpc: '2.0', id, method: `chainvm.${method}`, ...(params && { params }) }
  return probe('POST', '/chainapi', { key: null, body })
}

/** The result of a method. Throws Violation when there is none. */
async function resultOf(world: World, method: string, params?: object): Promise<Fields> {
  const { json } = await send(world, method, { ...(params && { params }) })
  const result = (json as { result?: unknown } | undefined)?.result
  ensure(
    typeof result === 'object' && result !== null,
    `${method} returned ${show(json)} and must have a result.`,
  )
  return result as Fields
}

async function validatorsOf(world: World, method: string): Promise<readonly Fields[]> {
  const { validators } = await resultOf(world, method)
  ensure(Array.isArray(validators), `validators of ${method} is ${show(validators)} and must be a list.`)
  return validators
}

function requireIntegers(value: Fields, fields: readonly string[], name: string): void {
  for (const field of fields)
    ensure(
      Number.isInteger(value[field]),
      `${field} of ${name} is ${show(value[field])} and must be an integer.`,
    )
}

/** Rules about the ledger interface. */
export const LEDGER_RULES: readonly Rule[] = [
  {
    anchor: at('rpc-call'),
    title: 'A method without parameters is called without params.',
    check: async (world) => void (await resultOf(world, 'emissionInfo')),
  },
  {
    anchor: at('rpc-reply'),
    title: 'A reply has jsonrpc 2.0, the same id, and either result or error with code and message.',
    check: async (world) => {
      const id = randomInt(1, 1_000_000)
      const fine = (await send(world, 'emissionInfo', { id })).json as Fields
      requireOne(fine?.jsonrpc, ['2.0'], 'jsonrpc')
      requireOne(fine.id, [id], 'id of the reply')
      const failed = (await send(world, 'noSuchMethod', { params: {}, id })).json as Fields
      ensure(!('result' in Object(failed)) || failed.result === null, 'An unknown method has a result.')
      requireSome(failed?.error, ['code', 'message'], 'error of an unknown method')
    },
  },
  {
    anchor: at('genesis'),
    title: 'genesis returns the documented parameters.',
    check: async (world) => {
      const { genesis } = await resultOf(world, 'genesis')
      requireIntegers(Object(genesis), GENESIS_INTEGERS, 'genesis')
      for (const field of GENESIS_LISTS) {
        const list = Object(genesis)[field]
        ensure(
          Array.isArray(list) && list.length === 5,
          `${field} of genesis is ${show(list)} and must be five integers.`,
        )
      }
      requireSome(genesis, ['customAllocation', 'emissionBalancer'], 'genesis')
      requireSome(Object(genesis).emissionBalancer, ['maxSupply', 'emissionAddress'], 'emissionBalancer')
    },
  },
  {
    anchor: at('emission'),
    title: 'emissionInfo returns the documented fields, with amounts as integers.',
    check: async (world) => {
      const emission = await resultOf(world, 'emissionInfo')
      requireIntegers(
        emission,
        ['currentBlockHeight', 'totalSupply', 'maxSupply', 'totalStaked', 'rewardsPerEpoch'],
        'emissionInfo',
      )
      requireSome(emission.emissionAccount, ['address', 'accumulatedReward'], 'emissionAccount')
      requireSome(emission.epochTracker, ['baseAPR', 'baseValidators', 'epochLength'], 'epochTracker')
    },
  },
  {
    anchor: at('rpc-exact'),
    title: 'Amounts are written as digits, not as text and not with an exponent.',
    check: async (world) => {
      const { text } = await send(world, 'emissionInfo')
      requireForm(/"totalSupply"\s*:\s*([^,}\s]+)/.exec(text)?.[1], /^\d+$/, 'totalSupply')
    },
  },
  {
    anchor: at('rpc-addresses'),
    title: 'Addresses have the prefix of the network.',
    check: async (world) => {
      const { emissionAccount } = await resultOf(world, 'emissionInfo')
      requireForm(
        Object(emissionAccount).address,
        /^chain1[02-9ac-hj-np-z]+$/,
        'The address of the emission account',
      )
    },
  },
  {
    anchor: at('asset'),
    title: 'asset describes the native asset.',
    check: async (world) => {
      const asset = await resultOf(world, 'asset', { asset: 'CHN' })
      requireSome(asset, ['symbol', 'decimals', 'metadata', 'supply', 'owner'], 'asset')
      requireOne(asset.symbol, ['CHN'], 'symbol of the native asset')
      requireOne(asset.decimals, [9], 'decimals of the native asset')
    },
  },
  {
    anchor: at('method-asset-name'),
    title: 'balance takes an address and the symbol of an asset, and returns an integer.',
    check: async (world) => {
      const { emissionAccount } = await resultOf(world, 'emissionInfo')
      const balance = await resultOf(world, 'balance', {
        address: Object(emissionAccount).address,
        asset: 'CHN',
      })
      requireFields(balance, ['amount'], 'The result of balance')
      requireIntegers(balance, ['amount'], 'balance')
    },
  },
  {
    anchor: at('validator'),
    title: 'Validators have the documented fields.',
    check: async (world) => {
      const validators = await validatorsOf(world, 'allValidators')
      ensure(validators.length > 0, 'There is no validator.')
      for (const validator of validators) requireSome(validator, VALIDATOR, 'A validator')
    },
  },
  {
    anchor: at('validator-inactive'),
    title: 'An inactive validator has stake, fee rate and rewards of zero.',
    check: async (world) => {
      const inactive = (await validatorsOf(world, 'allValidators')).filter(
        ({ isActive }) => isActive === false,
      )
      for (const validator of inactive)
        for (const field of ['stakedAmount', 'delegationFeeRate', 'accumulatedStakedReward'])
          requireOne(validator[field], [0], `${field} of an inactive validator`)
    },
  },
  {
    anchor: at('methods'),
    title: 'The staked validators are among all validators.',
    check: async (world) => {
      const all = new Set((await validatorsOf(world, 'allValidators')).map(({ nodeID }) => nodeID))
      for (const { nodeID } of await validatorsOf(world, 'stakedValidators'))
        ensure(all.has(nodeID), `The staked validator ${show(nodeID)} is not among all validators.`)
    },
  },
  {
    anchor: at('stake'),
    title: "A validator's stake has the documented fields.",
    check: async (world) => {
      const [staked] = await validatorsOf(world, 'stakedValidators')
      ensure(staked !== undefined, 'There is no staked validator.')
      requireSome(
        await resultOf(world, 'validatorStake', { nodeID: staked.nodeID }),
        [...STAKE, 'delegationFeeRate'],
        'A stake',
      )
    },
  },
  {
    anchor: at('validator-fee-rate'),
    title: 'The fee rate is a fraction in lists and the same rate as a percentage in a stake.',
    check: async (world) => {
      // An inactive validator has the rate zero in lists.
      const staked = (await validatorsOf(world, 'stakedValidators')).find(({ isActive }) => isActive === true)
      ensure(staked !== undefined, 'There is no active validator.')
      const stake = await resultOf(world, 'validatorStake', { nodeID: staked.nodeID })
      const fraction = Number(staked.delegationFeeRate)
      ensure(
        fraction >= 0 && fraction <= 1,
        `delegationFeeRate in a list is ${show(staked.delegationFeeRate)}.`,
      )
      const percent = Math.round(fraction * 100)
      requireOne(stake.delegationFeeRate, [percent], 'delegationFeeRate of a stake')
    },
  },
]
