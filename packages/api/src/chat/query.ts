import { queryChat } from '@parley/contract'
import { answerQuery } from '@parley/core'
import { detach } from '../procedure/detach.ts'
import { streamingMutation } from '../procedure/implement-streaming.ts'
import { presentAnswer, presentEvents } from './present.ts'

/** The turn is stored whether or not its client waits for it, hence `detach`. */
export const query = streamingMutation(queryChat, async function* ({ deps, owner, input }, isStreaming) {
  const turn = answerQuery(deps, owner, { sessionId: input.session_id, query: input.query, isStreaming })
  return presentAnswer(yield* presentEvents(detach(turn)))
})
