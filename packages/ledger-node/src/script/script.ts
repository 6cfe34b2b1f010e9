import { z } from 'zod'
import { Action } from '../actions/kinds.ts'
import { AddressField, HeightField, NodeIdField } from './fields.ts'

const PUBLIC_KEY_BYTES = 48

/** A validator of the network, whether or not it ever stakes. */
export const ConsensusValidator = z.strictObject({
  nodeID: NodeIdField,
  /** Base64 of the compressed BLS12-381 key. */
  publicKey: z.base64().refine((text) => Buffer.from(text, 'base64').length === PUBLIC_KEY_BYTES, {
    error: `must be base64 of ${PUBLIC_KEY_BYTES} bytes`,
  }),
})
export type ConsensusValidator = z.infer<typeof ConsensusValidator>

/**
 * A transaction and the block it is in. Its signer needs no key: whoever may write the script may sign for
 * everybody.
 */
export const ScriptedTransaction = z.strictObject({
  height: HeightField.refine((height) => height > 0, { error: 'must be at least 1' }),
  signer: AddressField,
  actions: z.array(Action),
})
export type ScriptedTransaction = z.infer<typeof ScriptedTransaction>

/** Everything besides genesis that a local network's state is made of. */
export const Script = z.strictObject({
  /** The time of block 0, ISO 8601. */
  genesisTime: z.iso.datetime(),
  epochLengthBlocks: HeightField.refine((length) => length > 0, { error: 'must be at least 1' }).default(10),
  consensusValidators: z.array(ConsensusValidator),
  /** Names for addresses, for people and the command line. */
  accounts: z.record(z.string(), AddressField).default({}),
  /** In the order of their heights. */
  transactions: z.array(ScriptedTransaction),
})
export type Script = z.infer<typeof Script>
