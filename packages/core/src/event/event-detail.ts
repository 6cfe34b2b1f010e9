import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'

/** Names that belong to an event, such as that of a data source. */
export type EventDetail = Readonly<Record<string, string>>

type Place = { readonly pepper: Uint8Array; readonly salt: Uint8Array }

const NONCE_BYTES = 12
const TAG_BYTES = 16
const Detail = z.record(z.string(), z.string())

/**
 * Seals the names of an event under the key of its person (AES-256-GCM). The key needs a secret of the installation and
 * the person's salt; without the salt the detail cannot be read again, and the chain still covers its ciphertext.
 */
export function sealDetail({ pepper, salt }: Place, detail: EventDetail): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', detailKey(pepper, salt), nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(detail), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()])
}

/** Opens a sealed detail; returns no names where that fails, as for an edited row. */
export function openDetail({ pepper, salt }: Place, sealed: Uint8Array): EventDetail {
  const bytes = Buffer.from(sealed)
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', detailKey(pepper, salt), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Detail.parse(JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8')))
  } catch {
    return {}
  }
}

function detailKey(pepper: Uint8Array, salt: Uint8Array): Buffer {
  return createHmac('sha256', pepper).update('parley event detail').update(salt).digest()
}
