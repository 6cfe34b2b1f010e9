import type { Genesis } from '@parley/ledger'
import { blsAddress } from '../actions/register-validator-stake.ts'
import { DEFAULT_VALIDATORS } from '../default-network/default-accounts.ts'
import { accountAddress } from '../encoding/account-address.ts'
import { DEFAULT_GENESIS } from '../genesis/default-genesis.ts'
import { TOKEN } from '../rules/constants.ts'
import type { Script, ScriptedTransaction } from '../script/script.ts'

/** Four accounts and the keys of the five validators, each with fifty million tokens. */
export const PEOPLE = ['ann', 'ben', 'cat', 'dan'].map(accountAddress)
export const VALIDATORS = DEFAULT_VALIDATORS
export const VALIDATOR_KEYS = DEFAULT_VALIDATORS.map(({ publicKey }) => blsAddress(publicKey))
export const START = Date.parse('2026-01-01T00:00:00Z')

/** A genesis in which every account can pay every fee. */
export const SMALL_GENESIS: Genesis = {
  ...DEFAULT_GENESIS,
  maxBlockUnits: [10n ** 9n, 10n ** 9n, 10n ** 9n, 10n ** 9n, 10n ** 9n],
  customAllocation: [...PEOPLE, ...VALIDATOR_KEYS].map((address) => ({
    address,
    balance: 50_000_000n * TOKEN,
  })),
}

/** A script of these transactions, in the order of their heights. */
export function smallScript(transactions: ScriptedTransaction[], epochLengthBlocks = 10): Script {
  return {
    genesisTime: new Date(START).toISOString(),
    epochLengthBlocks,
    consensusValidators: [...VALIDATORS],
    accounts: {},
    transactions: [...transactions].sort((left, right) => left.height - right.height),
  }
}

/** Returns an element of a list, by any index. */
export function pick<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length]
  if (item === undefined) throw new RangeError('the list is empty')
  return item
}
