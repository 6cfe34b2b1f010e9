import { list, narrowed, Text, type ValueOf } from '@parley/ledger'
import { Action } from '../actions/kinds.ts'
import { closedObject } from '../schema/closed-object.ts'
import { dictionary } from '../schema/dictionary.ts'
import { withDefault } from '../schema/with-default.ts'
import { AddressField, NodeIdField, PositiveHeightField } from './fields.ts'

const PUBLIC_KEY_BYTES = 48

/** A validator of the network, whether or not it ever stakes. */
export const ConsensusValidator = closedObject({
  nodeID: NodeIdField,
  /** Base64 of the compressed BLS12-381 key. */
  publicKey: narrowed(Text, isPublicKey, `base64 of ${PUBLIC_KEY_BYTES} bytes`),
})
export type ConsensusValidator = ValueOf<typeof ConsensusValidator>

/**
 * A transaction and the block it is in. Its signer needs no key: whoever may write the script may sign for
 * everybody.
 */
export const ScriptedTransaction = closedObject({
  height: PositiveHeightField,
  signer: AddressField,
  actions: list(Action),
})
export type ScriptedTransaction = ValueOf<typeof ScriptedTransaction>

/** Everything besides genesis that a local network's state is made of. */
export const Script = closedObject({
  /** The time of block 0, ISO 8601. */
  genesisTime: narrowed(Text, isTime, 'a time such as 2023-01-01T00:00:00Z'),
  epochLengthBlocks: withDefault(PositiveHeightField, 10),
  consensusValidators: list(ConsensusValidator),
  /** Names for addresses, for people and the command line. */
  accounts: withDefault(dictionary(AddressField), {}),
  /** In the order of their heights. */
  transactions: list(ScriptedTransaction),
})
export type Script = ValueOf<typeof Script>

function isPublicKey(text: string): text is string {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === PUBLIC_KEY_BYTES && bytes.toString('base64') === text
}

// Parsing alone takes the 30th of February for a day in March.
function isTime(text: string): text is string {
  const [day] = /^\d{4}-\d\d-\d\d(?=T\d\d:\d\d(:\d\d(\.\d+)?)?Z$)/.exec(text) ?? []
  const time = new Date(text)
  return day !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}
