import { createHmac } from 'node:crypto'
import { abandonIdempotent, beginIdempotent, type Database, finishIdempotent, type OwnerId } from '@parley/db'
import { type JsonValue, Secret } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { decryptReadable } from '../secrets/unreadable-secret.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly apiKeyPepper: Uint8Array }

export type OnceRequest = {
  /** The client's Idempotency-Key: 1 to 255 visible ASCII characters. */
  readonly key: string
  /** The name of the operation. Each operation has separate keys. */
  readonly operation: string
  readonly input: unknown
}

export type Once =
  | { readonly kind: 'replay'; readonly reply: JsonValue }
  | {
      readonly kind: 'started'
      /** Records that the operation was done. Null records only that, without a reply. */
      readonly finish: (reply: JsonValue | null) => Promise<void>
      /** Releases the key, so that the request can be retried. */
      readonly abandon: () => Promise<void>
    }

/**
 * Claims an Idempotency-Key: the same key and input run once
 * (docs/spec/agent-service.md#addition-idempotency). Replies are stored encrypted, because some of them
 * contain an API key. Throws `conflict` while the first request is under way, when the key came with another
 * input, and when the reply is not stored or cannot be decrypted. Throws `invalid_request` for a key of another form.
 */
export async function beginOnce(deps: Deps, owner: OwnerId, request: OnceRequest): Promise<Once> {
  const { key, operation, input } = request
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  }
  // Keyed, because an input may contain a password short enough to be guessed from a plain digest.
  const fingerprint = createHmac('sha256', deps.apiKeyPepper).update(JSON.stringify(input)).digest('hex')
  const place = { table: 'idempotency_key', row: `${operation} ${key}`, owner }
  const begun = await beginIdempotent(deps.db, owner, { key, operation, fingerprint })

  if (begun === 'in_flight')
    throw conflict('The first request with this Idempotency-Key is still under way.', 1)
  if (begun === 'other_body') throw conflict('This Idempotency-Key was used with another body.')
  if (begun === 'started') {
    return {
      kind: 'started',
      finish: (reply) => {
        const sealed = reply === null ? null : deps.cipher.encrypt(new Secret(JSON.stringify(reply)), place)
        return finishIdempotent(deps.db, owner, { key, operation, reply: sealed?.toString('base64') ?? null })
      },
      abandon: () => abandonIdempotent(deps.db, owner, { key, operation }),
    }
  }
  if (typeof begun.reply !== 'string') throw conflict(`${ANSWERED} is not kept and cannot be repeated.`)
  const secret = decryptReadable(deps.cipher, Buffer.from(begun.reply, 'base64'), place)
  if (secret === null) throw conflict(`${ANSWERED} was sealed under a master key that is not configured.`)
  return { kind: 'replay', reply: JSON.parse(secret.reveal()) }
}

const ANSWERED = 'The request with this Idempotency-Key was answered; its reply'

function conflict(message: string, retryAfterSeconds?: number): AppError {
  return new AppError('conflict', message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}
