import { AppError } from '@parley/errors'
import type { EgressReply } from '@parley/net'

/** The code of an error document, for example `NoSuchKey`. */
const CODE = /<Code>([A-Za-z0-9]+)<\/Code>/

const SENTENCES: readonly (readonly [code: RegExp, sentence: string])[] = [
  [
    /^(QuotaExceeded|EntityTooLarge|XMinioStorageFull|InsufficientStorage|ServiceQuotaExceeded)/,
    'The object store has no space left. The operator must free some or raise its quota.',
  ],
  [
    /^RequestTimeTooSkewed$/,
    'The object store refused the time of this machine. The operator must set its clock.',
  ],
  [/^NoSuchBucket$/, 'The bucket of the object store does not exist. The operator must create it.'],
  [
    /^(AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/,
    'The object store refused the credentials. The operator must check them.',
  ],
]

const AWAY = 'The object store does not answer. Try again in a minute.'

/** Statuses and codes that a later attempt may not get. `BadDigest` and the like mean that bytes changed on the way. */
const TRANSIENT_STATUS = new Set([408, 429, 500, 502, 503, 504])
const TRANSIENT_CODE =
  /^(RequestTimeout|SlowDown|BadDigest|XAmzContentSHA256Mismatch|IncompleteBody|InternalError|OperationAborted)$/

/** Reads why the store refused a request. `isRetryable` says whether another attempt may succeed. */
export async function readRefusal(reply: EgressReply): Promise<AppError> {
  const text = await reply.body.text().catch(() => '')
  const code = CODE.exec(text)?.[1] ?? (reply.status === 507 ? 'InsufficientStorage' : '')
  const known = SENTENCES.find(([pattern]) => pattern.test(code))?.[1]
  const refused = reply.status === 403 ? SENTENCES.at(-1)?.[1] : undefined
  return storeError(known ?? refused ?? AWAY, {
    isRetryable: known === undefined && (TRANSIENT_STATUS.has(reply.status) || TRANSIENT_CODE.test(code)),
    cause: new Error(`The object store answered ${reply.status} ${code}.`),
  })
}

/** The error of a store that cannot be reached, or whose bytes are not those that were stored. */
export function storeAway(cause: unknown): AppError {
  return storeError(AWAY, { isRetryable: true, cause })
}

function storeError(message: string, { isRetryable, cause }: { isRetryable: boolean; cause: unknown }) {
  return new AppError('unavailable', message, { isRetryable, retryAfterSeconds: 30, cause })
}
