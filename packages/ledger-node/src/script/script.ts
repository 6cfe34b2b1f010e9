import { list, narrowed, Text, type ValueOf } from '@parley/ledger'
import { Action } from '../actions/kinds.ts'
import { closedObject } from '../schema/closed-object.ts'
import { dictionary } from '../schema/dictionary.ts'
import { AddressField, NodeIdField, PositiveHeightField } from '../schema/fields.ts'
import { withDefault } from '../schema/with-default.ts'

const PUBLIC_KEY_BYTES = 48

/** A validator of the network, with or without a stake. */
export const ConsensusValidator = closedObject({
  nodeID: NodeIdField,
  /** Base64 of the compressed BLS12-381 key. */
  publicKey: narrowed(Text, isPublicKey, `base64 of ${PUBLIC_KEY_BYTES} bytes`),
})
export type ConsensusValidator = ValueOf<typeof ConsensusValidator>

/**
 * A transaction and its block. Its signer needs no key: every process that can write the script can sign for every
 * account.
 */
export const ScriptedTransaction = closedObject({
  height: PositiveHeightField,
  signer: AddressField,
  actions: list(Action),
})
export type ScriptedTransaction = ValueOf<typeof ScriptedTransaction>

/** The content of a local network besides its genesis. */
export const Script = closedObject({
  /** The time of block 0, ISO 8601. */
  genesisTime: narrowed(Text, isTime, 'a time such as 2023-01-01T00:00:00Z'),
  epochLengthBlocks: withDefault(PositiveHeightField, 10),
  consensusValidators: list(ConsensusValidator),
  /** Names of addresses, for display and the command line. */
  accounts: withDefault(dictionary(AddressField), {}),
  /** In the order of their heights. */
  transactions: list(ScriptedTransaction),
})
export type Script = ValueOf<typeof Script>

function isPublicKey(text: string): text is string {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === PUBLIC_KEY_BYTES && bytes.toString('base64') === text
}

// Without this check, parsing reads the 30th of February as a day in March.
function isTime(text: string): text is string {
  const [day] = /^\d{4}-\d\d-\d\d(?=T\d\d:\d\d(:\d\d(\.\d+)?)?Z$)/.exec(text) ?? []
  const time = new Date(text)
  return day !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}
