import { invokeAgent as endpoint } from '@parley/contract'
import { invokeAgent as askAgent } from '@parley/core'
import { streamingMutation } from '../procedure/implement-streaming.ts'
import { presentEvents, presentStatelessAnswer } from './present.ts'

export const invokeAgent = streamingMutation(
  endpoint,
  async function* ({ deps, owner, input, signal }, isStreaming) {
    const answer = askAgent(deps, owner, {
      agentId: input.agent_id,
      prompt: input.prompt,
      systemMessage: input.system_message ?? '',
      isStreaming,
      signal,
    })
    return presentStatelessAnswer(yield* presentEvents(answer))
  },
)
