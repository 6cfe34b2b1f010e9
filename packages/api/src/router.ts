import type { OPERATIONS } from '@parley/contract'
import { account } from './account.ts'
import { agent } from './agent.ts'
import { apiKey } from './api-key.ts'
import { auth } from './auth.ts'
import { chat } from './chat.ts'
import { dataSource } from './data-source.ts'
import { definition } from './definition.ts'
import { erasure } from './erasure.ts'
import { event } from './event.ts'
import { invitation } from './invitation.ts'
import { llmConfig } from './llm-config.ts'
import { mcp } from './mcp.ts'
import { persona } from './persona.ts'
import { trpc } from './procedure/trpc.ts'
import { rating } from './rating.ts'
import { run } from './run.ts'
import { session } from './session.ts'
import { suggestion } from './suggestion.ts'
import { usage } from './usage.ts'
import { user } from './user.ts'
import { webhook } from './webhook.ts'

const nouns = {
  account,
  agent,
  apiKey,
  auth,
  chat,
  dataSource,
  definition,
  suggestion,
  erasure,
  invitation,
  llmConfig,
  mcp,
  persona,
  rating,
  run,
  session,
  user,
  webhook,
  usage,
  event,
}

/** Every procedure under the name of its endpoint; `…Stream` is the same operation as events. */
export const router = trpc.router(nouns satisfies Record<keyof typeof OPERATIONS, object>)

export type AppRouter = typeof router
