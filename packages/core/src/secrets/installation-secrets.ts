import { randomBytes } from 'node:crypto'
import {
  type Database,
  findInstallationSeal,
  keepInstallationSeal,
  replaceInstallationSeal,
} from '@parley/db'
import { Secret } from '@parley/domain'
import type { Cipher } from './cipher.ts'

export type InstallationSecrets = {
  /** Key of the digests under which API keys are stored. */
  readonly apiKeyPepper: Uint8Array
  /** Key that signs access tokens. */
  readonly accessTokenKey: Uint8Array
  /** Key of what the sign-in library keeps in the browser. */
  readonly consoleKey: Uint8Array
}

const PLACE = { table: 'installation', row: '1', owner: 'installation' }
const KEY_BYTES = 32

/**
 * The secrets every replica of an installation shares. They are made at the first start and kept under the master
 * key, so that rotating it ends no API keys and no sign-ins. Throws AppError `internal` when the master key is not
 * one this database was written with: the service must not start then.
 */
export async function openInstallationSecrets(db: Database, cipher: Cipher): Promise<InstallationSecrets> {
  const drawn = new Secret(randomBytes(3 * KEY_BYTES).toString('base64'))
  const secret = cipher.decrypt(await keepInstallationSeal(db, cipher.encrypt(drawn, PLACE)), PLACE)
  await replaceInstallationSeal(db, cipher.encrypt(secret, PLACE))
  return readSecrets(secret)
}

/**
 * Returns the secrets and changes nothing; null before the first start. Throws AppError `internal` when no configured
 * master key opens them.
 */
export async function findInstallationSecrets(
  db: Database,
  cipher: Cipher,
): Promise<InstallationSecrets | null> {
  const seal = await findInstallationSeal(db)
  return seal && readSecrets(cipher.decrypt(seal, PLACE))
}

function readSecrets(secret: Secret): InstallationSecrets {
  const bytes = Buffer.from(secret.reveal(), 'base64')
  const key = (index: number) => bytes.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES)
  return { apiKeyPepper: key(0), accessTokenKey: key(1), consoleKey: key(2) }
}
