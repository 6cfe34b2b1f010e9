import { type Address, formatAmount, parseAddress, parseAmount, parseNodeId } from '@parley/ledger'
import type { Action } from '../actions/kinds.ts'
import { type Chain, currentHeight } from '../chain/create-chain.ts'
import { NATIVE_ASSET, NETWORK } from '../rules/constants.ts'
import { nameAsset } from '../schema/fields.ts'
import { readLatest } from '../state/table.ts'
import { integerOption, type Options, requireOption } from './parse-options.ts'
import { UsageError } from './usage.ts'

type Reader = (context: { chain: Chain; options: Options; from: Address }) => Action

/**
 * Reads the action that a command line describes.
 * @throws UsageError for an unknown action or a missing option.
 * @throws LedgerError for an invalid value.
 */
export function readAction(
  name: string,
  chain: Chain,
  options: Options,
): { signer: Address; action: Action } {
  const reader = new Map(Object.entries(READERS)).get(name)
  if (reader === undefined) throw new UsageError(`there is no action ${JSON.stringify(name)}`)
  const signer = readAccount(chain, requireOption(options, 'from'))
  return { signer, action: reader({ chain, options, from: signer }) }
}

/**
 * The address of an account, given by its name in the script or as an address.
 *
 * @throws LedgerError `invalid_argument` when it is neither.
 */
function readAccount({ script }: Chain, text: string): Address {
  const named = new Map(Object.entries(script.accounts)).get(text)
  return named ?? parseAddress(text, NETWORK.addressPrefix)
}

const READERS: Readonly<Record<string, Reader>> = {
  transfer: ({ chain, options }) => ({
    type: 'transfer',
    to: readAccount(chain, requireOption(options, 'to')),
    ...readValue(chain, options),
    ...(options.memo !== undefined && { memo: options.memo }),
  }),
  'create-asset': ({ options }) => ({
    type: 'createAsset',
    symbol: requireOption(options, 'symbol'),
    decimals: integerOption(options, 'decimals'),
    metadata: requireOption(options, 'metadata'),
  }),
  'mint-asset': ({ chain, options }) => ({
    type: 'mintAsset',
    to: readAccount(chain, requireOption(options, 'to')),
    ...readValue(chain, { ...options, asset: requireOption(options, 'asset') }),
  }),
  'burn-asset': ({ chain, options }) => ({ type: 'burnAsset', ...readValue(chain, options) }),
  'register-validator': (context) => ({
    type: 'registerValidatorStake',
    ...readStake(context),
    delegationFeeRate: BigInt(integerOption(context.options, 'fee')),
  }),
  'withdraw-validator': (context) => ({ type: 'withdrawValidatorStake', ...readNode(context) }),
  'claim-validator': ({ options }) => ({
    type: 'claimValidatorStakeRewards',
    nodeID: parseNodeId(requireOption(options, 'node')),
  }),
  delegate: (context) => ({ type: 'delegateUserStake', ...readStake(context) }),
  undelegate: (context) => ({ type: 'undelegateUserStake', ...readNode(context) }),
  'claim-delegation': ({ chain, options, from }) => ({
    type: 'claimDelegationStakeRewards',
    nodeID: parseNodeId(requireOption(options, 'node')),
    userStakeAddress: options.owner === undefined ? from : readAccount(chain, options.owner),
  }),
}

function readValue(chain: Chain, options: Options): { asset: string; value: bigint } {
  const asset = options.asset === undefined ? NATIVE_ASSET : nameAsset(options.asset)
  const record = readLatest(chain.timeline.tables.assets, asset)
  if (record === undefined) throw new UsageError(`--asset ${asset} is not an asset of this network`)
  const value = parseAmount(requireOption(options, 'value'), record)
  if (value <= 0n) throw new UsageError(`--value ${formatAmount(value, record)} must be more than 0`)
  return { asset, value }
}

function readNode({ chain, options, from }: Parameters<Reader>[0]) {
  const rewardAddress = options.reward === undefined ? from : readAccount(chain, options.reward)
  return { nodeID: parseNodeId(requireOption(options, 'node')), rewardAddress }
}

function readStake(context: Parameters<Reader>[0]) {
  const { chain, options } = context
  return {
    ...readNode(context),
    stakeStartBlock: readHeight(chain, options, 'start'),
    stakeEndBlock: readHeight(chain, options, 'end'),
    stakedAmount: readValue(chain, { value: requireOption(options, 'value') }).value,
  }
}

// +5 means five blocks from now: the newest block has passed before a user can type its height.
function readHeight(chain: Chain, options: Options, name: string): number {
  const text = requireOption(options, name)
  if (!text.startsWith('+')) return integerOption(options, name)
  return currentHeight(chain) + integerOption({ [name]: text.slice(1) }, name)
}
