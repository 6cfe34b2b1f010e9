import { LedgerError, type LedgerErrorCode } from './ledger-error.ts'
import { object } from './schema/object.ts'
import { Real, Text } from './schema/scalars.ts'
import type { ValueOf } from './schema/schema.ts'

/** The error object of a JSON-RPC reply. */
export const RpcErrorReply = object({ code: Real, message: Text })
export type RpcErrorReply = ValueOf<typeof RpcErrorReply>

// A node uses the same number for nearly every failure, so only the text distinguishes them.
const CODES_BY_TEXT: readonly (readonly [RegExp, LedgerErrorCode])[] = [
  [/can't find (method|service)|request ill-formed|non-uppercase/, 'unknown_method'],
  [/not found$/, 'not_found'],
  [/unmarshal an argument|incorrect hrp|bech32|base58|checksum|missing the prefix/i, 'invalid_argument'],
]

/** Turns the node's error object into a LedgerError; the code is derived from the message text. */
export function readRpcError({ code, message }: RpcErrorReply): LedgerError {
  const known = CODES_BY_TEXT.find(([pattern]) => pattern.test(message))
  return new LedgerError(known?.[1] ?? 'rejected', `The ledger node answered: ${message}`, { rpcCode: code })
}
