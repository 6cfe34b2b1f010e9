/** What the pages need from the server process. */
export type PageServices = {
  /** Where people reach this deployment, without a trailing slash. */
  readonly origin: string
  /** Signs the values that the sign-in library keeps in the browser. */
  readonly secret: string
  /** Whether people without an account may get one at their first sign-in, without an invitation. */
  readonly isOpen: boolean
  /** Whether a key that was made a moment ago is admitted. */
  readonly isOpenToAll: boolean
  /** The name of the identity provider; null without one. */
  readonly identityProvider: string | null
  /**
   * Exchanges a proof for an access token. Returns null for a wrong proof of a wallet, and for fields without a proof.
   * The fields are those of the operation, and `by`: `wallet`, `passkey`, `new_passkey` or `recovery_code`. Throws an
   * AppError when the person is not admitted.
   */
  readonly signIn: (fields: Readonly<Record<string, unknown>>) => Promise<string | null>
  /** Whether an access token is neither expired nor revoked. True while the database does not answer. */
  readonly isSession: (token: string) => Promise<boolean>
  /**
   * Gives an access token more time; null when it is expired or revoked. Returns it unchanged while the database does not
   * answer.
   */
  readonly renew: (token: string) => Promise<string | null>
  /** Revokes an access token; does nothing when it is already expired or revoked. */
  readonly signOut: (token: string) => Promise<void>
  /** The user of an access token; null when it is expired or revoked. */
  readonly findUser: (token: string) => Promise<SignedInUser | null>
  /** Whether the user of an access token has an agent. */
  readonly hasAgents: (token: string) => Promise<boolean>
  /** The names of the ledger networks, the default one first. */
  readonly ledgerNetworks: readonly string[]
  /** Handles a REST request, for the catch-all route. */
  readonly handleRest: (request: Request) => Promise<Response>
}

export type SignedInUser = {
  /** The wallet address, or the identifier of a user without one. */
  readonly name: string
  readonly isAdministrator: boolean
}

const key = Symbol.for('parley.PageServices')

/**
 * Hands the services to the pages. The pages run in the same process but in a separate bundle with its own
 * copies of modules, so only the global object is shared.
 */
export function offerPageServices(services: PageServices): void {
  Reflect.set(globalThis, key, services)
  // The sign-in library reads its address only from here.
  process.env.NEXTAUTH_URL = services.origin
}

/** Returns the services. Throws when pages run without the server. */
export function pageServices(): PageServices {
  const services: PageServices | undefined = Reflect.get(globalThis, key)
  if (!services) throw new Error('Pages are served by apps/web/server.ts only.')
  return services
}
