import { createSoftwarePasskey } from '@parley/api/testing/software-passkey'
import { createParleyClient, type ParleyClient } from '@parley/sdk'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The inputs of one example, by the names of its variables. */
export type Inputs = Readonly<Record<string, unknown>>

/** A person who runs the examples of one language. */
export type Reader = {
  readonly origin: string
  /** An API key with every scope. */
  readonly key: string
  readonly keyId: string
  /** The access token of an administrator. */
  readonly token: string
  readonly parleyUuid: string
  /** The client with the API key, and the one with the token. */
  readonly parley: ParleyClient
  readonly person: ParleyClient
}

export const newWallet = () => privateKeyToAccount(generatePrivateKey())

/** Signs in with a wallet and creates an API key. */
export async function openReader(origin: string, wallet: PrivateKeyAccount): Promise<Reader> {
  const visitor = createParleyClient({ origin })
  const { access_token: token, parley_uuid: parleyUuid } = await visitor.auth.verify(
    await prove(visitor, wallet),
  )
  const person = createParleyClient({ origin, credential: token })
  const { api_key_id: keyId, secret } = await person.apiKey.create({ name: 'Examples' })
  const key = String(secret)
  const parley = createParleyClient({ origin, credential: key })
  return { origin, key, keyId, token, parleyUuid, parley, person }
}

/** What the examples about keys, sign-in, the account and its administration need. */
export async function prepareAccount({ origin, person, keyId }: Reader) {
  const visitor = createParleyClient({ origin })
  const passkeys = [createPasskey(origin), createPasskey(origin), createPasskey(origin)] as const
  const [used, registered, added] = passkeys
  const startPasskey = async () => (await person.account.startPasskey({ label: 'Laptop' })).options
  const started = { challenge: challengeOf(await startPasskey()) }
  await person.account.addPasskey({ credential: used.create(started), label: 'Laptop' })
  const { sign_in_id } = await person.account.addWallet(await prove(person, newWallet()))
  const invited = await openReader(origin, newWallet())
  const leaving = await openReader(origin, newWallet())
  const lost = await openReader(origin, newWallet())
  const { codes } = await lost.person.account.createRecoveryCodes()
  const erased = await openReader(origin, newWallet())
  const erasing = await openReader(origin, newWallet())
  const { user_id } = await erasing.person.account.get()
  const { erasure_id } = await person.user.erase({
    parley_uuid: (await openReader(origin, newWallet())).parleyUuid,
  })
  const link = await person.invitation.create({ role: 'administrator' })
  const unused = await person.invitation.create({})
  const otherKey = await person.apiKey.create({ name: 'Old' })
  const signIn = async () =>
    challengeOf((await visitor.auth.challengePasskey({ purpose: 'sign_in' })).options)
  const register = { purpose: 'register', label: 'Laptop' } as const
  const inputs: Readonly<Record<string, Inputs>> = {
    'apiKey.revoke': { api_key_id: otherKey.api_key_id },
    'apiKey.revokeSelf': { api_key_id: keyId },
    'auth.challenge': { wallet: newWallet().address },
    'auth.verify': await prove(visitor, newWallet()),
    'auth.verifyPasskey': { credential: used.get({ challenge: await signIn() }) },
    'auth.registerPasskey': {
      credential: registered.create({
        challenge: challengeOf((await visitor.auth.challengePasskey(register)).options),
      }),
    },
    'auth.recover': { code: codes[0] },
    'auth.signOut': { token: leaving.token },
    'account.addWallet': await prove(person, newWallet()),
    'account.addPasskey': { credential: added.create({ challenge: challengeOf(await startPasskey()) }) },
    'account.removeSignIn': { sign_in_id },
    'account.erase': { user_id, token: erasing.token },
    'user.erase': { parley_uuid: erased.parleyUuid },
    'erasure.get': { erasure_id },
    'user.update': { parley_uuid: leaving.parleyUuid },
    'user.getLimits': { parley_uuid: leaving.parleyUuid },
    'user.updateLimits': { parley_uuid: leaving.parleyUuid },
    'invitation.delete': { invitation_id: unused.invitation_id },
    'invitation.read': { invitation: tokenOf(link.link) },
    'invitation.accept': { invitation: tokenOf(link.link), token: invited.token },
  }
  return inputs
}

async function prove(client: ParleyClient, wallet: PrivateKeyAccount) {
  const { nonce } = await client.auth.challenge({ wallet: wallet.address })
  return { wallet: wallet.address, signature: await wallet.signMessage({ message: nonce }) }
}

function createPasskey(origin: string) {
  return createSoftwarePasskey({ origin, host: new URL(origin).hostname })
}

function challengeOf(options: unknown): string {
  return String((options as { challenge?: unknown }).challenge)
}

/** The token of an invitation is the fragment of its link. */
function tokenOf(link: string): string {
  return new URL(link).hash.slice(1)
}
