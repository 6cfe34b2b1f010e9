import { invokeLlm as endpoint } from '@parley/contract'
import { invokeLlm as askModel } from '@parley/core'
import { streamingMutation } from '../procedure/implement-streaming.ts'
import { presentEvents } from './present.ts'

export const invokeLlm = streamingMutation(
  endpoint,
  async function* ({ deps, owner, input, signal }, isStreaming) {
    const answer = askModel(deps, owner, {
      modelConfigId: input.model_config_id,
      prompt: input.prompt,
      systemMessage: input.system_message ?? '',
      isStreaming,
      signal,
    })
    return { content: yield* presentEvents(answer) }
  },
)
