import {
  countRecoveryCodes,
  type Database,
  getUser,
  listOwnSignIns,
  type OwnSignIn,
  type RecoveryCodes,
  type User,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Caller } from '../auth/authenticate.ts'
import { passkeyHost } from '../auth/passkey-options.ts'

type Deps = { readonly db: Database; readonly origin: string }

/** An account, as its owner sees it. */
export type OwnAccount = User & {
  readonly signedInAt: Date
  readonly signIns: readonly OwnSignIn[]
  readonly recoveryCodes: RecoveryCodes
  /** Whether browsers offer passkeys for the address of this service. */
  readonly offersPasskeys: boolean
}

/** Returns the caller's account with its proofs. */
export async function getAccount({ db, origin }: Deps, caller: Caller): Promise<OwnAccount> {
  const { owner } = caller
  const [user, signIns, recoveryCodes] = await Promise.all([
    getUser(db, owner),
    listOwnSignIns(db, owner),
    countRecoveryCodes(db, owner),
  ])
  if (!user || caller.kind !== 'person') throw new AppError('not_found', 'There is no such account.')
  const offersPasskeys = passkeyHost(origin) !== null
  return { ...user, signedInAt: caller.signedInAt, signIns, recoveryCodes, offersPasskeys }
}
