import type { LedgerCallOptions, LedgerConnection } from './call-method.ts'
import { createHttpTransport, type HttpSettings } from './http-transport.ts'
import { allValidators } from './methods/all-validators.ts'
import { type AssetParams, type AssetResult, asset } from './methods/asset.ts'
import { type BalanceParams, type BalanceResult, balance } from './methods/balance.ts'
import { type EmissionInfoResult, emissionInfo } from './methods/emission-info.ts'
import { type GenesisResult, genesis } from './methods/genesis.ts'
import { stakedValidators } from './methods/staked-validators.ts'
import { type TxParams, type TxResult, tx } from './methods/tx.ts'
import { type UserStakeParams, type UserStakeResult, userStake } from './methods/user-stake.ts'
import type { ValidatorsResult } from './methods/validator-entry.ts'
import {
  type ValidatorStakeParams,
  type ValidatorStakeResult,
  validatorStake,
} from './methods/validator-stake.ts'
import { CHAIN_NETWORK, type LedgerNetwork } from './network.ts'
import { createSendRequest } from './send-request.ts'
import type { LedgerTransport } from './transport.ts'
import { withCoalescing } from './with-coalescing.ts'
import { withRetry } from './with-retry.ts'
import { withTimeout } from './with-timeout.ts'

type CallSettings = Readonly<{
  /** The names that the network uses; see `defineNetwork`. Default CHAIN_NETWORK. */
  network?: LedgerNetwork
  /** Maximum duration of a call with its retries, in milliseconds. Default 10,000. */
  timeoutMs?: number
  /** Maximum number of retries after the transport failed. Default 2. */
  retries?: number
  /** The pause before the first retry, in milliseconds; it doubles each time. Default 100. */
  retryDelayMs?: number
}>

/** A node's address, or a transport other than HTTP. */
export type LedgerClientSettings = CallSettings & (HttpSettings | Readonly<{ transport: LedgerTransport }>)

/** The nine methods of the interface. Each throws LedgerError and nothing else; see LedgerErrorCode. */
export type LedgerClient = Readonly<{
  /** The names that the network uses. */
  network: LedgerNetwork
  /** Reads the parameters that the network was started with, including defaults. */
  genesis: (options?: LedgerCallOptions) => Promise<GenesisResult>
  /** Reads the outcome of a transaction. Throws `not_found` when the node does not know it. */
  tx: (params: TxParams, options?: LedgerCallOptions) => Promise<TxResult>
  /** Reads an asset by the native symbol or by its id. Throws `not_found` for an unknown asset. */
  asset: (params: AssetParams, options?: LedgerCallOptions) => Promise<AssetResult>
  /** Reads an address's balance of an asset: 0 for an unused address or asset. */
  balance: (params: BalanceParams, options?: LedgerCallOptions) => Promise<BalanceResult>
  /** Reads the newest height, the supply, the stake and the amount that the next epoch mints. */
  emissionInfo: (options?: LedgerCallOptions) => Promise<EmissionInfoResult>
  /** Lists every validator of the network, active or not. */
  allValidators: (options?: LedgerCallOptions) => Promise<ValidatorsResult>
  /** Lists the validators that registered a stake, including stakes that have not started or have ended. */
  stakedValidators: (options?: LedgerCallOptions) => Promise<ValidatorsResult>
  /** Reads the stake that a validator registered. Throws `not_found` when it has none. */
  validatorStake: (params: ValidatorStakeParams, options?: LedgerCallOptions) => Promise<ValidatorStakeResult>
  /** Reads the delegation of a user to a validator. Throws `not_found` for a missing delegation. */
  userStake: (params: UserStakeParams, options?: LedgerCallOptions) => Promise<UserStakeResult>
}>

/**
 * Creates a client of a node: one function for each method of the interface, with the same name and fields. It checks
 * arguments before it sends them and results before it returns them. 64-bit integers are bigints. Equal calls at the
 * same time share one request.
 *
 * @example
 * const client = createLedgerClient({ rpcUrl: 'http://127.0.0.1:9650' })
 * const { amount } = await client.balance({ address, asset: client.network.nativeSymbol })
 */
export function createLedgerClient(settings: LedgerClientSettings): LedgerClient {
  const { network = CHAIN_NETWORK, timeoutMs = 10_000, retries = 2, retryDelayMs = 100 } = settings
  const transport =
    'transport' in settings ? settings.transport : createHttpTransport({ ...settings, path: network.path })
  const patient = withRetry(transport, { retries, delayMs: retryDelayMs })
  const send = withCoalescing(createSendRequest(withTimeout(patient, timeoutMs)))
  const connection: LedgerConnection = { network, send }

  return {
    network,
    genesis: (options) => genesis(connection, options),
    tx: (params, options) => tx(connection, params, options),
    asset: (params, options) => asset(connection, params, options),
    balance: (params, options) => balance(connection, params, options),
    emissionInfo: (options) => emissionInfo(connection, options),
    allValidators: (options) => allValidators(connection, options),
    stakedValidators: (options) => stakedValidators(connection, options),
    validatorStake: (params, options) => validatorStake(connection, params, options),
    userStake: (params, options) => userStake(connection, params, options),
  }
}
