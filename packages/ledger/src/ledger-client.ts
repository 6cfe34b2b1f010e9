import type { CallOptions, LedgerConnection } from './call-method.ts'
import { allValidators } from './methods/all-validators.ts'
import { type AssetParams, asset } from './methods/asset.ts'
import { type BalanceParams, balance } from './methods/balance.ts'
import { emissionInfo } from './methods/emission-info.ts'
import { genesis } from './methods/genesis.ts'
import { stakedValidators } from './methods/staked-validators.ts'
import { type TxParams, tx } from './methods/tx.ts'
import { type UserStakeParams, userStake } from './methods/user-stake.ts'
import { type ValidatorStakeParams, validatorStake } from './methods/validator-stake.ts'
import { CHAIN_NETWORK, type LedgerNetwork } from './network.ts'
import { createSendRequest } from './send-request.ts'
import type { LedgerTransport } from './transport.ts'
import { withCoalescing } from './with-coalescing.ts'
import { withRetry } from './with-retry.ts'
import { withTimeout } from './with-timeout.ts'

export type LedgerClientSettings = Readonly<{
  transport: LedgerTransport
  /** The names the network uses. Default CHAIN_NETWORK. */
  network?: LedgerNetwork
  /** How long a call may take, repetitions included. Default 10,000. */
  timeoutMs?: number
  /** How often a call is repeated when the transport failed. Default 2. */
  retries?: number
  /** The wait before the first repetition. Default 100. */
  retryDelayMs?: number
}>

export type LedgerClient = ReturnType<typeof createLedgerClient>

/**
 * Makes a client: one method for each method of the interface, under the same name and with the same
 * fields. Arguments are checked before anything is sent, results before they are returned; 64-bit integers
 * are bigints. Equal calls under way at the same time share one request.
 *
 * @throws (from the methods) LedgerError, and nothing else; see LedgerErrorCode.
 */
export function createLedgerClient(settings: LedgerClientSettings) {
  const { network = CHAIN_NETWORK, timeoutMs = 10_000, retries = 2, retryDelayMs = 100 } = settings
  const patient = withRetry(settings.transport, { retries, delayMs: retryDelayMs })
  const send = withCoalescing(createSendRequest(withTimeout(patient, timeoutMs)))
  const connection: LedgerConnection = { network, send }

  return {
    network,
    genesis: (options?: CallOptions) => genesis(connection, options),
    tx: (params: TxParams, options?: CallOptions) => tx(connection, params, options),
    asset: (params: AssetParams, options?: CallOptions) => asset(connection, params, options),
    balance: (params: BalanceParams, options?: CallOptions) => balance(connection, params, options),
    emissionInfo: (options?: CallOptions) => emissionInfo(connection, options),
    allValidators: (options?: CallOptions) => allValidators(connection, options),
    stakedValidators: (options?: CallOptions) => stakedValidators(connection, options),
    validatorStake: (params: ValidatorStakeParams, options?: CallOptions) =>
      validatorStake(connection, params, options),
    userStake: (params: UserStakeParams, options?: CallOptions) => userStake(connection, params, options),
  }
}
