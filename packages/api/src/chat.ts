import { OPERATIONS } from '@parley/contract'
import { answerQuery, invokeAgent, invokeLlm, testLlmConfig } from '@parley/core'
import { presentAnswer, presentEvents, presentStatelessAnswer } from './present/chat.ts'
import { readUnsavedConfig } from './present/llm-config.ts'
import { detach } from './procedure/detach.ts'
import { procedures } from './procedure/procedures.ts'

export const chat = procedures(OPERATIONS.chat, {
  test: async ({ deps, input, signal }) => ({
    response: await testLlmConfig(deps, readUnsavedConfig(input), { signal }),
  }),

  // A turn is stored even when its client disconnects, hence `detach`.
  query: async function* ({ deps, owner, input }, isStreaming) {
    const turn = answerQuery(deps, owner, {
      sessionId: input.session_id,
      query: input.query,
      isStreaming,
      ...(input.images && { images: input.images }),
      ...(input.time_zone !== undefined && { timeZone: input.time_zone }),
    })
    return presentAnswer(yield* presentEvents(detach(turn), isStreaming))
  },

  invokeAgent: async function* ({ deps, owner, input, signal }, isStreaming) {
    const answer = invokeAgent(deps, owner, {
      agentId: input.agent_id,
      prompt: input.prompt,
      systemMessage: input.system_message ?? '',
      ...(input.time_zone !== undefined && { timeZone: input.time_zone }),
      isStreaming,
      signal,
    })
    return presentStatelessAnswer(yield* presentEvents(answer, isStreaming))
  },

  invokeLlm: async function* ({ deps, owner, input, signal }, isStreaming) {
    const answer = invokeLlm(deps, owner, {
      modelConfigId: input.model_config_id,
      prompt: input.prompt,
      systemMessage: input.system_message ?? '',
      isStreaming,
      signal,
    })
    return { content: yield* presentEvents(answer, isStreaming) }
  },
})
