import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32

/**
 * Returns the master keys, current one first: from the configuration (base64, comma-separated for a rotation)
 * or from a key file that only its owner may read. The first start creates the file. Throws an error that
 * says what to do; there is no default key.
 */
export function loadMasterKeys(configured: string | null, file: string): [Uint8Array, ...Uint8Array[]] {
  const [current, ...former] = (configured ?? readKeyFile(file)).split(',').map(decodeKey)
  if (!current) throw new Error('PARLEY_MASTER_KEY is empty.')
  return [current, ...former]
}

function readKeyFile(file: string): string {
  try {
    const mode = statSync(file).mode & 0o077
    if (mode !== 0) throw new Error(`${file} can be read by others: run chmod 600 on it.`)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const key = randomBytes(KEY_BYTES).toString('base64')
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  }
}

function decodeKey(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length >= KEY_BYTES) return key
  throw new Error(
    `A master key must have at least ${KEY_BYTES} bytes in base64: openssl rand -base64 ${KEY_BYTES}`,
  )
}
