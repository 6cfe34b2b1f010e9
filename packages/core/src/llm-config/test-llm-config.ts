import type { ModelConfig } from '@parley/domain'
import { AppError } from '@parley/errors'
import { requireUsable } from './llm-config.ts'
import type { OpenModel } from './open-model.ts'

type Deps = { readonly openModel: OpenModel }

const QUESTION = 'Say hello in one short sentence.'
const DEADLINE_MS = 20_000

/**
 * Asks the configured model for a greeting; stores nothing. Throws `invalid_config` for a missing field, and
 * `upstream_timeout` when the model does not answer within 20 seconds. Throws the model's own error for a
 * refusal of the vendor.
 */
export async function testLlmConfig(
  deps: Deps,
  config: ModelConfig,
  { signal, deadlineMs = DEADLINE_MS }: { readonly signal: AbortSignal; readonly deadlineMs?: number },
): Promise<string> {
  const model = deps.openModel(requireUsable(config))
  const deadline = AbortSignal.timeout(deadlineMs)
  const reply = model({
    messages: [{ role: 'user', content: QUESTION }],
    tools: [],
    isStreaming: false,
    signal: AbortSignal.any([signal, deadline]),
  })
  try {
    let next = await reply.next()
    while (!next.done) next = await reply.next()
    if (next.value.text.trim() !== '') return next.value.text
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new AppError(
      'upstream_timeout',
      `The model did not answer within ${deadlineMs / 1000} seconds. Check its address and whether the model is loaded.`,
      { cause: error },
    )
  }
  throw new AppError('upstream_failed', 'The model answered with an empty text.')
}
