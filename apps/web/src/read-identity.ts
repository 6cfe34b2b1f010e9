import * as z from 'zod'
import { optional, type ValuesOf, variable } from './read-variables.ts'

/** Variables of the identity provider. */
export const IDENTITY_VARIABLES = {
  issuer: optional('PARLEY_OIDC_ISSUER', z.string().transform(toIssuer)),
  clientId: optional('PARLEY_OIDC_CLIENT_ID', z.string().min(1)),
  /** Null for a public client. */
  clientSecret: optional('PARLEY_OIDC_CLIENT_SECRET', z.string().min(1)),
  name: variable('PARLEY_OIDC_NAME', z.string().min(1).max(60).default('your organisation')),
  scope: variable(
    'PARLEY_OIDC_SCOPE',
    z
      .string()
      .regex(/(^| )openid( |$)/, 'must contain openid')
      .default('openid profile email'),
  ),
  groupsClaim: variable('PARLEY_OIDC_GROUPS_CLAIM', z.string().min(1).default('groups')),
}

/** An OpenID provider and the client that the operator registered there. */
export type IdentitySettings = ValuesOf<typeof IDENTITY_VARIABLES> & {
  readonly issuer: string
  readonly clientId: string
}

/** Returns null without an identity provider. Throws an Error that names what is missing. */
export function readIdentity(identity: ValuesOf<typeof IDENTITY_VARIABLES>): IdentitySettings | null {
  const { issuer, clientId } = identity
  if (issuer === null && clientId === null) return null
  if (issuer === null || clientId === null)
    throw new Error('PARLEY_OIDC_ISSUER: set it together with PARLEY_OIDC_CLIENT_ID.')
  return { ...identity, issuer, clientId }
}

/** The issuer of one tenant. Discovery compares it with the issuer that the provider states. */
function toIssuer(value: string, context: z.RefinementCtx): string {
  const url = URL.parse(value)
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  const problem =
    url === null || (url.protocol !== 'https:' && !isLocal)
      ? 'must be an https address.'
      : (url.pathname.includes('/.well-known/') && 'must be the issuer, without /.well-known/….') ||
        (/\/(common|organizations|consumers)\//.test(`${url.pathname}/`) &&
          'must name one tenant: every other tenant could sign in too.')
  if (!problem) return value
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
}
