import { account } from './account.ts'
import { agent } from './agent.ts'
import { apiKey } from './api-key.ts'
import { auth } from './auth.ts'
import { chat } from './chat.ts'
import { dataSource } from './data-source.ts'
import { definition } from './definition.ts'
import type { Endpoint } from './endpoint.ts'
import { erasure } from './erasure.ts'
import { event } from './event.ts'
import { invitation } from './invitation.ts'
import { llmConfig } from './llm-config.ts'
import { mcp } from './mcp.ts'
import { persona } from './persona.ts'
import { rating } from './rating.ts'
import { run } from './run.ts'
import { session } from './session.ts'
import { suggestion } from './suggestion.ts'
import { usage } from './usage.ts'
import { user } from './user.ts'
import { webhook } from './webhook.ts'

/** Every operation of the service, by noun and verb. The only such table: everything else is derived from it. */
export const OPERATIONS = named({
  apiKey,
  auth,
  mcp,
  llmConfig,
  agent,
  session,
  chat,
  run,
  rating,
  persona,
  dataSource,
  account,
  user,
  usage,
  event,
  erasure,
  invitation,
  webhook,
  definition,
  suggestion,
})

/** The operations as one list, in the order of the table. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(OPERATIONS).flatMap((noun) => Object.values(noun))

type Named<Table> = {
  readonly [Noun in keyof Table]: {
    readonly [Verb in keyof Table[Noun]]: { readonly name: `${Noun & string}.${Verb & string}` }
  }
}

/** The table as it is; an endpoint whose name differs from its place in the table does not compile. */
function named<const Table extends Named<Table>>(table: Table): Table {
  return table
}
