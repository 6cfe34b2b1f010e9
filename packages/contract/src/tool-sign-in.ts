import * as z from 'zod'
import { PropertyInputs } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { filledText } from './text.ts'

const QualifiedName = filledText(500)

/** Whether a tool server wants its users to sign in, and whether this one has. */
const SignInState = z.enum(['not_needed', 'needed', 'signed_in'])
export type SignInState = z.infer<typeof SignInState>

export const getSignInState = endpoint({
  name: 'mcp.signInState',
  method: 'GET',
  path: null,
  audience: 'person',
  summary: 'Say whether a tool server needs me to sign in',
  query: z.object({ q: QualifiedName }),
  reply: data(z.object({ state: SignInState })),
})

export const startSignIn = endpoint({
  name: 'mcp.startSignIn',
  method: 'POST',
  path: null,
  audience: 'person',
  summary: 'Begin to sign in to a tool server',
  description:
    'url is where to send the browser; null when no sign-in is needed any more. properties are only needed where the ' +
    "server's address depends on them.",
  body: z.object({ tool_server_id: QualifiedName, properties: PropertyInputs.optional() }),
  reply: data(z.object({ url: z.url().nullable() })),
})

export const endSignIn = endpoint({
  name: 'mcp.endSignIn',
  method: 'POST',
  path: null,
  audience: 'person',
  summary: 'Forget my sign-in to a tool server',
  body: z.object({ tool_server_id: QualifiedName }),
  reply: emptyData,
})
