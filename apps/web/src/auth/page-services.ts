/** What the pages need of the process that serves them. */
export type PageServices = {
  /** Where people reach this deployment, without a trailing slash. */
  readonly origin: string
  /** Signs what the sign-in library keeps in the browser for itself. */
  readonly secret: string
  /** Exchanges a signed challenge for an access token. Throws an AppError when it is not accepted. */
  readonly signIn: (proof: { readonly wallet: string; readonly signature: string }) => Promise<string>
  /** Who an access token belongs to; null when it counts no more. */
  readonly findUser: (token: string) => Promise<SignedInUser | null>
  /** Whether the person an access token belongs to has an agent to ask. */
  readonly hasAgents: (token: string) => Promise<boolean>
  /** The names of the ledger networks, the default one first. */
  readonly ledgerNetworks: readonly string[]
  /** Answers a REST request, for the route files. */
  readonly answerRest: (request: Request) => Promise<Response>
}

export type SignedInUser = {
  /** The wallet address, or the identifier of a user without one. */
  readonly name: string
}

const key = Symbol.for('parley.PageServices')

/**
 * Hands the services to the pages. They run in this process but as a bundle of their own, with their own copies
 * of modules: the global object is all they have in common with the server.
 */
export function offerPageServices(services: PageServices): void {
  Reflect.set(globalThis, key, services)
  // The sign-in library takes its address from here and nowhere else.
  process.env.NEXTAUTH_URL = services.origin
}

/** The services. Throws where pages run without the server. */
export function pageServices(): PageServices {
  const services: PageServices | undefined = Reflect.get(globalThis, key)
  if (!services) throw new Error('Pages are served by apps/web/server.ts only.')
  return services
}
