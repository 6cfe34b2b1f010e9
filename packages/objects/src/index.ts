export type { ObjectStore, StoredObject } from './object-store.ts'
export { openS3Store, type S3Options } from './open-s3-store.ts'
export { parseStoreAddress, type StoreAddress } from './store-address.ts'
