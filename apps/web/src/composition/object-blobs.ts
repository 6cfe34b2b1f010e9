import type { Blobs } from '@parley/core'
import type { ObjectStore } from '@parley/objects'

/** The beginning of the keys of blobs, so that a key is the path of the file in a data directory. */
const KEYS = 'blobs/'

/** Keeps blobs in an object store. */
export function createObjectBlobs(store: ObjectStore): Blobs {
  return {
    write: (path, bytes) => store.putBytes(KEYS + path, bytes),
    read: (path) => store.getBytes(KEYS + path),
    remove: (path) => store.remove(KEYS + path),
    async removeFolder(folder) {
      for await (const { key } of store.list(`${KEYS}${folder}/`)) await store.remove(key)
    },
  }
}
