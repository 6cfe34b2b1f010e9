import { allValidatorsMethod } from './methods/all-validators.ts'
import { assetMethod } from './methods/asset.ts'
import { balanceMethod } from './methods/balance.ts'
import { emissionInfoMethod } from './methods/emission-info.ts'
import { genesisMethod } from './methods/genesis.ts'
import { stakedValidatorsMethod } from './methods/staked-validators.ts'
import { txMethod } from './methods/tx.ts'
import { userStakeMethod } from './methods/user-stake.ts'
import { validatorStakeMethod } from './methods/validator-stake.ts'

/** The nine methods of the interface by name. A node serves the same definitions. */
export const LEDGER_METHODS = {
  genesis: genesisMethod,
  tx: txMethod,
  asset: assetMethod,
  balance: balanceMethod,
  emissionInfo: emissionInfoMethod,
  allValidators: allValidatorsMethod,
  stakedValidators: stakedValidatorsMethod,
  validatorStake: validatorStakeMethod,
  userStake: userStakeMethod,
} as const

export type LedgerMethodName = keyof typeof LEDGER_METHODS
