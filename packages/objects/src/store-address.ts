/** The bucket of an object store, and the beginning of all keys in it: empty, or with a slash at its end. */
export type StoreAddress = { readonly bucket: string; readonly prefix: string }

// docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[\w.-]+\/)*$/

/** Parses `s3://bucket` or `s3://bucket/prefix`. Throws an Error with a sentence that says what is wrong with it. */
export function parseStoreAddress(text: string): StoreAddress {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/.exec(text) ?? []
  if (!BUCKET.test(bucket)) throw new Error('must be s3://bucket or s3://bucket/prefix, with a valid bucket.')
  const prefix = path === '' ? '' : `${path.replace(/\/+$/, '')}/`
  if (PREFIX.test(prefix) && !/(^|\/)\.{1,2}\//.test(prefix)) return { bucket, prefix }
  throw new Error('has a prefix with other characters than letters, digits, dots, dashes and slashes.')
}
