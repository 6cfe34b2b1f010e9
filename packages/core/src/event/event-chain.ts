import { createHmac } from 'node:crypto'
import type { EventBatch, EventLink } from '@parley/db'

/**
 * The hash of a link: HMAC-SHA-256 over the link before, the ids and the digest of the rows. The key is a secret of the
 * installation, so that the database alone is not enough to forge a chain.
 */
export function hashOfLink(pepper: Uint8Array, { before, eventIds, digest }: EventBatch): Buffer {
  const parts = [before?.batch ?? 0, before?.hash.toString('hex') ?? '', eventIds, digest.toString('hex')]
  return chainMac(pepper).update(JSON.stringify(parts)).digest()
}

/** Proves that the service itself cut the chain off at this link. */
export function markOfCut(pepper: Uint8Array, { batch, hash }: EventLink): Buffer {
  return chainMac(pepper)
    .update(JSON.stringify(['cut', batch, hash.toString('hex')]))
    .digest()
}

function chainMac(pepper: Uint8Array) {
  const key = createHmac('sha256', pepper).update('parley event chain').digest()
  return createHmac('sha256', key)
}
