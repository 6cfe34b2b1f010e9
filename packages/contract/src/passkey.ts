import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { text } from './text.ts'

const Encoded = text(LIMITS.passkeyFieldLength).meta({
  description: 'Bytes in base64url.',
  examples: ['AAAA'],
})

/** A reply of a browser, as an example. */
export const PASSKEY_EXAMPLE = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
} as const

/** The reply of a browser about a passkey, as `PublicKeyCredential.toJSON()` gives it (WebAuthn Level 3). */
export const PasskeyCredential = z
  .object({
    id: Encoded.describe('The id of the passkey.'),
    rawId: Encoded.describe('The same id.'),
    type: z.literal('public-key').describe('The kind of credential.'),
    response: z
      .object({
        clientDataJSON: Encoded.describe('What the browser signed over.'),
        attestationObject: Encoded.optional().describe('Of a new passkey: its public key.'),
        authenticatorData: Encoded.optional().describe('Of a sign-in: what the authenticator says.'),
        signature: Encoded.optional().describe('Of a sign-in: the signature.'),
        userHandle: Encoded.nullable().optional().describe('Of a sign-in: not used.'),
        transports: z.array(text(LIMITS.nameLength)).max(20).optional().describe('Not used.'),
      })
      .describe('The reply of the authenticator.'),
    clientExtensionResults: z.record(z.string(), z.unknown()).optional().describe('Not used.'),
    authenticatorAttachment: text(LIMITS.nameLength).nullable().optional().describe('Not used.'),
  })
  .meta({
    id: 'PasskeyCredential',
    description: 'The reply of a browser about a passkey: `JSON.stringify` of a `PublicKeyCredential`.',
  })

/** Options for `navigator.credentials`, as WebAuthn Level 3 writes them in JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown()).meta({
  description:
    'Pass it to `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`, and the result to `navigator.credentials`.',
  examples: [{ challenge: 'AAAA', rpId: 'parley.example' }],
})

/** The name of a passkey. */
export const PasskeyName = text(LIMITS.nameLength)
  .min(1)
  .meta({ description: 'What people call the passkey.', examples: ['My laptop'] })
