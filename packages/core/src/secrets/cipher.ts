import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { Secret } from '@parley/domain'
import { AppError } from '@parley/errors'

/** Where a ciphertext belongs. It is authenticated with the text, so that a row cannot be moved to another owner. */
export type SecretPlace = { readonly table: string; readonly row: string; readonly owner: string }

export type Cipher = {
  /** Encrypts for one place; a fresh 96-bit nonce each time. */
  encrypt(secret: Secret, place: SecretPlace): Buffer
  /**
   * Throws AppError `internal` when the place differs or the key that wrote it is not configured. The last secrets are
   * kept, because decrypting the key of a model costs 15 µs of each of its calls.
   */
  decrypt(ciphertext: Uint8Array, place: SecretPlace): Secret
  /** Whether a ciphertext was written with the current key. */
  isCurrent(ciphertext: Uint8Array): boolean
}

const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Maximum decrypted secrets that are kept. The oldest one is dropped. */
const KEPT_COUNT = 200

/**
 * AES-256-GCM under the first of the master keys; the others only decrypt, so that a key can be rotated.
 * Layout: 4 bytes of key id, 12 of nonce, the text, 16 of tag.
 */
export function createCipher(masterKeys: readonly [Uint8Array, ...Uint8Array[]]): Cipher {
  const keys = new Map(masterKeys.map((master) => [keyId(master), deriveKey(master, 'stored secrets')]))
  const current = keyId(masterKeys[0])
  const kept = new Map<string, Secret>()

  function open(ciphertext: Uint8Array, place: SecretPlace): Secret {
    const bytes = Buffer.from(ciphertext)
    const id = bytes.subarray(0, KEY_ID_BYTES).toString('hex')
    const nonce = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', keyFor(keys, id), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(placeBytes(place, id))
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
    try {
      const body = decipher.update(bytes.subarray(KEY_ID_BYTES + NONCE_BYTES, bytes.length - TAG_BYTES))
      return new Secret(Buffer.concat([body, decipher.final()]).toString('utf8'))
    } catch (cause) {
      throw new AppError('internal', 'A stored secret cannot be read.', { cause })
    }
  }

  return {
    encrypt(secret, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(keys, current), nonce)
      cipher.setAAD(placeBytes(place, current))
      const body = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from(current, 'hex'), nonce, body, cipher.getAuthTag()])
    },
    isCurrent: (ciphertext) => Buffer.from(ciphertext.subarray(0, KEY_ID_BYTES)).toString('hex') === current,
    decrypt(ciphertext, place) {
      // The key is the whole ciphertext and its place: a row that was moved or changed misses the cache and is refused.
      const key = JSON.stringify([
        place.table,
        place.row,
        place.owner,
        Buffer.from(ciphertext).toString('latin1'),
      ])
      const known = kept.get(key)
      if (known) return known
      const secret = open(ciphertext, place)
      const [oldest] = kept.keys()
      if (kept.size >= KEPT_COUNT && oldest !== undefined) kept.delete(oldest)
      kept.set(key, secret)
      return secret
    },
  }
}

/**
 * Derives a key of 32 bytes for one purpose from a master key (HKDF-SHA-256, RFC 5869). The library imports the key
 * once: a key that is passed as bytes costs four times as much at every use.
 */
function deriveKey(master: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', master, 'parley', purpose, 32)))
}

/** Names a master key without telling anything about it. */
function keyId(master: Uint8Array): string {
  return createHash('sha256')
    .update('parley key id')
    .update(master)
    .digest('hex')
    .slice(0, KEY_ID_BYTES * 2)
}

function keyFor(keys: ReadonlyMap<string, KeyObject>, id: string): KeyObject {
  const key = keys.get(id)
  if (key) return key
  throw new AppError('internal', 'A stored secret was written with a master key that is not configured.')
}

function placeBytes(place: SecretPlace, id: string): Buffer {
  return Buffer.from(JSON.stringify([place.table, place.row, place.owner, id]))
}
