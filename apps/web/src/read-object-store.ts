import { parseStoreAddress, type StoreAddress } from '@parley/objects'
import * as z from 'zod'
import { optional, type ValuesOf, variable } from './read-variables.ts'

/** Variables of the object store. The names without PARLEY are those of the clients of S3. */
export const OBJECT_STORE_VARIABLES = {
  /** Where files are kept; null for the data directory. */
  address: optional('PARLEY_BLOBS', z.string().transform(toAddress)),
  endpoint: optional('AWS_ENDPOINT_URL_S3', z.url({ protocol: /^https?$/ })),
  region: variable('AWS_REGION', z.string().min(1).default('us-east-1')),
  accessKeyId: optional('AWS_ACCESS_KEY_ID', z.string().min(1)),
  secretAccessKey: optional('AWS_SECRET_ACCESS_KEY', z.string().min(1)),
  sessionToken: optional('AWS_SESSION_TOKEN', z.string().min(1)),
}

/** An object store that the operator configured. */
export type ObjectStoreSettings = StoreAddress & {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Returns null where files are kept in the data directory. Throws an Error that names what is missing. */
export function readObjectStore({
  address,
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: ValuesOf<typeof OBJECT_STORE_VARIABLES>): ObjectStoreSettings | null {
  if (address === null) return null
  if (accessKeyId === null || secretAccessKey === null)
    throw new Error('PARLEY_BLOBS: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY with it.')
  return {
    ...address,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== null && { sessionToken }),
  }
}

function toAddress(text: string, context: z.RefinementCtx): StoreAddress {
  try {
    return parseStoreAddress(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
}
