import { folderPlace, storePlace } from '@parley/backup'
import { createEgress } from '@parley/net'
import { openObjectStore } from '../../apps/web/src/composition/open-object-store.ts'
import { OBJECT_STORE_VARIABLES, readObjectStore } from '../../apps/web/src/read-object-store.ts'
import { readVariables } from '../../apps/web/src/read-variables.ts'
import { ExpectedFailure } from '../expected-failure.mjs'

/** @typedef {import('@parley/backup').FilePlace} FilePlace */

/**
 * Returns where the service keeps its files: the store of `PARLEY_BLOBS`, or the data directory. Call `close` at the end.
 *
 * @param {string} dataDirectory
 * @returns {{ place: FilePlace, close: () => Promise<void> }}
 * @throws {ExpectedFailure} for an invalid variable
 */
export function reachFiles(dataDirectory) {
  const reached = reachStore()
  return reached ?? { place: folderPlace(dataDirectory), close: async () => {} }
}

/**
 * Returns the store of `PARLEY_BLOBS`; null without one.
 *
 * @returns {{ place: FilePlace, close: () => Promise<void> } | null}
 * @throws {ExpectedFailure} for an invalid variable
 */
export function reachStore() {
  const objectStore = readStoreSettings()
  if (objectStore === null) return null
  const operatorUrls = [objectStore.endpoint]
  const egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls })
  const store = openObjectStore({ objectStore }, egress)
  return store && { place: storePlace(store), close: () => egress.close() }
}

function readStoreSettings() {
  try {
    return readObjectStore(readVariables(OBJECT_STORE_VARIABLES, process.env))
  } catch (error) {
    throw new ExpectedFailure(error instanceof Error ? error.message : String(error))
  }
}
