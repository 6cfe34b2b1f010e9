export { ADDRESS_BYTES, type Address, decodeAddress, encodeAddress, parseAddress } from './address.ts'
export type { LedgerCallOptions, LedgerMethod } from './call-method.ts'
export {
  type DelegationFeeFraction,
  type DelegationFeePercent,
  feeFractionOf,
  feePercentOf,
} from './delegation-fee.ts'
export { type AmountUnit, formatAmount } from './format-amount.ts'
export type { HttpSettings } from './http-transport.ts'
export {
  type AssetId,
  decodeId,
  decodeNodeId,
  encodeId,
  encodeNodeId,
  type NodeId,
  parseAsset,
  parseAssetId,
  parseNodeId,
  parseTxId,
  type TxId,
} from './ids.ts'
export { MAX_UINT64, Uint8, Uint64, Units } from './integers.ts'
export { createLedgerClient, type LedgerClient, type LedgerClientSettings } from './ledger-client.ts'
export { isLedgerError, LEDGER_ERROR_CODES, LedgerError, type LedgerErrorCode } from './ledger-error.ts'
export { LEDGER_METHODS, type LedgerMethodName } from './ledger-methods.ts'
export { AssetResult } from './methods/asset.ts'
export { BalanceResult } from './methods/balance.ts'
export { EmissionInfoResult } from './methods/emission-info.ts'
export { Genesis, GenesisResult } from './methods/genesis.ts'
export { TxResult } from './methods/tx.ts'
export { UserStakeResult } from './methods/user-stake.ts'
export { ValidatorEntry, ValidatorsResult } from './methods/validator-entry.ts'
export { ValidatorStakeResult } from './methods/validator-stake.ts'
export { CHAIN_NETWORK, defineNetwork, type LedgerNetwork } from './network.ts'
export { parseAmount } from './parse-amount.ts'
export { parseJson } from './parse-json.ts'
export { converted, narrowed, nullable, optional } from './schema/derived.ts'
export { fault, misfit, misfitAt, placeOf } from './schema/issues.ts'
export { list } from './schema/list.ts'
export { type Fields, isObject, type ObjectSchema, object } from './schema/object.ts'
export { parsedText } from './schema/parsed-text.ts'
export { Flag, integer, literal, Real, Text } from './schema/scalars.ts'
export {
  createSchema,
  type Issue,
  type Misfit,
  readValue,
  type Schema,
  type SchemaReading,
  type ValueOf,
} from './schema/schema.ts'
export { stakingRate } from './staking-rate.ts'
export { stringifyJson } from './stringify-json.ts'
export type { LedgerTransport, RpcRequest } from './transport.ts'
