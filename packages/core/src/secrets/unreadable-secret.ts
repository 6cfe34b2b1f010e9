import type { Secret } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import type { Cipher, SecretPlace } from './cipher.ts'

const REMEDY = 'Ask the operator to add the former master key to PARLEY_MASTER_KEY'

/**
 * Decrypts a secret; null when no configured master key opens it. Lists use it, so that a record that was sealed under
 * a missing key does not fail the others.
 */
export function decryptReadable(
  cipher: Pick<Cipher, 'decrypt'>,
  ciphertext: Uint8Array,
  place: SecretPlace,
): Secret | null {
  try {
    return cipher.decrypt(ciphertext, place)
  } catch (error) {
    if (isAppError(error) && error.code === 'internal') return null
    throw error
  }
}

/** Returns the `invalid_config` for using a record whose secret cannot be read; `repair` is what its owner can do. */
export function unreadableSecret({
  secret,
  repair,
}: {
  /** What cannot be read, as the subject of a sentence. */
  readonly secret: string
  readonly repair: string
}): AppError {
  return new AppError(
    'invalid_config',
    `${secret} cannot be read: no configured master key opens it. ${REMEDY}, or ${repair}.`,
  )
}
