import type { AdmittedBy, Role, SignInKind } from '@parley/domain'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

/** The name of a proof: who vouches for it, and what the person is called there. */
export type SignInName = {
  readonly kind: SignInKind
  /** The identity provider; empty for wallets. */
  readonly issuer: string
  /** Wallets: the address in lower case. */
  readonly subject: string
}

/** The account that a proof belongs to. */
export type Account = {
  readonly owner: OwnerId
  readonly role: Role
  /** Whether the configuration gave the role. */
  readonly isRoleConfigured: boolean
  /** Null for users from before there were rules of admission. */
  readonly admittedBy: AdmittedBy | null
  readonly isDisabled: boolean
}

/** A proof that is stored. */
export type NewSignIn = SignInName & {
  /** The name that people see. */
  readonly label: string
  /** Of passkeys only. */
  readonly passkey?: { readonly publicKey: Uint8Array; readonly counter: number } | undefined
}

export type NewAccount = {
  readonly signIn: NewSignIn
  readonly admittedBy: AdmittedBy
  readonly role: Role
  readonly isRoleConfigured: boolean
  /** In EIP-55 spelling; null for a person who came in another way. */
  readonly walletAddress: string | null
}

/** `isFirstOnly`: only the link of the first administrator counts, because new people do not come in by invitation. */
export type UsedInvitation = { readonly digest: Buffer; readonly isFirstOnly: boolean }

type NameValues = [kind: string, issuer: string, subject: string]

const useSignIn = prepare('use_sign_in')<NameValues, Account>(`
  update sign_ins s set last_used_at = iso_now() from users u
  where s.kind = $1 and s.issuer = $2 and s.subject = $3 and u.id = s.user_id
  returning u.id as owner, u.role, u.is_role_configured as "isRoleConfigured", u.admitted_by as "admittedBy",
    u.disabled_at is not null as "isDisabled"
`)

/** Serialises what decides to which account a proof belongs. */
export const lockSignInName = prepare('lock_sign_in_name')<NameValues, object>(`
  select 1 from pg_advisory_xact_lock(hashtextextended(jsonb_build_array('sign_in', $1::text, $2::text, $3::text)::text, 0))
`)

const insertUser = prepare('insert_user')<
  [walletAddress: string | null, role: string, isRoleConfigured: boolean, admittedBy: string],
  { owner: OwnerId }
>(`
  insert into users (wallet_address, wallet_key, role, is_role_configured, admitted_by)
  select w.address, lower(w.address), $2, $3, $4
  from (values (case when exists (select from users where wallet_key = lower($1)) then null else $1 end)) as w (address)
  returning id as owner
`)

const insertSignIn = prepare('insert_sign_in')<
  [...NameValues, owner: OwnerId, label: string, publicKey: Buffer | null, counter: number | null],
  { id: string }
>(`
  insert into sign_ins (kind, issuer, subject, user_id, label, public_key, counter, last_used_at)
  values ($1, $2, $3, $4, $5, $6, $7::float8, iso_now())
  returning id
`)

// An administrator's link admits once. The link of the first start works while there is no administrator.
const takeInvitation = prepare('take_invitation')<
  [digest: Buffer, role: Role | null, isFirstOnly: boolean],
  { id: string; role: Role }
>(`
  update invitations i set used_at = iso_now()
  where digest = $1 and used_at is null and expires_at > clock_timestamp() and role = coalesce($2, role)
    and case when created_by is not null then not $3
      else not exists (select from users where role = 'administrator' and disabled_at is null) end
  returning id, role
`)

const nameGuest = prepare('name_invited_guest')<[id: string, owner: OwnerId], object>(`
  with named as (update invitations set used_by = $2 where id = $1)
  delete from invitations where created_by is null and id <> $1 and used_at is null
    and exists (select from users where role = 'administrator')
`)

const raiseRole = prepare('raise_role')<[owner: OwnerId], object>(
  `update users set role = 'administrator' where id = $1`,
)

/** Serialises everything that decides who the administrators are. */
export const lockAdministrators = prepare('lock_administrators')<[], object>(
  `select 1 from pg_advisory_xact_lock(hashtextextended('administrators', 0))`,
)

/** Finds the account of a proof and records that it was used. Null while no account has it. */
export async function findAccount(
  db: Database,
  { kind, issuer, subject }: SignInName,
): Promise<Account | null> {
  const [account] = await useSignIn(db.pool, [kind, issuer, subject])
  return account ?? null
}

/**
 * Creates the account of a proof. When another request has just created it, that account is returned. Several accounts
 * may have been created with one wallet, after it was removed from the first; the API shows only the first under this
 * wallet.
 */
export async function createAccount(db: Database, account: NewAccount): Promise<Account> {
  return (await admit(db, account, null)) as Account
}

/**
 * Creates the account of a proof with the role of an invitation, and uses the invitation up, all or nothing. Returns
 * null when the invitation is unknown, used or expired.
 */
export async function createInvitedAccount(
  db: Database,
  account: Omit<NewAccount, 'role' | 'isRoleConfigured' | 'admittedBy'>,
  invitation: UsedInvitation,
): Promise<Account | null> {
  const guest = { ...account, role: 'member', isRoleConfigured: false, admittedBy: 'invitation' } as const
  return admit(db, guest, invitation)
}

async function admit(
  db: Database,
  account: NewAccount,
  used: UsedInvitation | null,
): Promise<Account | null> {
  const { kind, issuer, subject } = account.signIn
  return inTransaction(db, async (connection) => {
    if (used) await lockAdministrators(connection, [])
    await lockSignInName(connection, [kind, issuer, subject])
    const [known] = await useSignIn(connection, [kind, issuer, subject])
    if (known) return known
    const [invitation] = used ? await takeInvitation(connection, [used.digest, null, used.isFirstOnly]) : []
    if (used && !invitation) return null
    const { walletAddress, isRoleConfigured, admittedBy } = account
    const role = invitation?.role ?? account.role
    const [user] = await insertUser(connection, [walletAddress, role, isRoleConfigured, admittedBy])
    if (!user) throw new Error('The insert of a user returned no row.')
    await storeSignIn(connection, user.owner, account.signIn)
    if (invitation) await nameGuest(connection, [invitation.id, user.owner])
    return { owner: user.owner, role, isRoleConfigured, admittedBy, isDisabled: false }
  })
}

/** Stores a proof of an account, within the transaction of the caller. Returns its id. */
export async function storeSignIn(
  connection: Parameters<typeof insertSignIn>[0],
  owner: OwnerId,
  { kind, issuer, subject, label, passkey }: NewSignIn,
): Promise<string> {
  const key = passkey ? Buffer.from(passkey.publicKey) : null
  const values: Parameters<typeof insertSignIn>[1] = [
    kind,
    issuer,
    subject,
    owner,
    label,
    key,
    passkey?.counter ?? null,
  ]
  const [stored] = await insertSignIn(connection, values)
  if (!stored) throw new Error('The insert of a sign-in returned no row.')
  return stored.id
}

/**
 * Gives an existing account the role of an invitation for administrators, and uses the invitation up. False when it
 * is unknown, used or expired, or invites a member.
 */
export async function acceptInvitation(
  db: Database,
  owner: OwnerId,
  invitationDigest: Buffer,
): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    await lockAdministrators(connection, [])
    const [invitation] = await takeInvitation(connection, [invitationDigest, 'administrator', false])
    if (!invitation) return false
    await raiseRole(connection, [owner])
    await nameGuest(connection, [invitation.id, owner])
    return true
  })
}
