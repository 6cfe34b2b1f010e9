import { AppError } from '@parley/errors'
import type { Deps, ModelConfig } from '../deps.ts'
import { requireUsable } from './llm-config.ts'

const question = 'Say hello in one short sentence.'
const deadlineMs = 60_000

/**
 * Asks the configured model for a greeting; nothing is saved. Throws `invalid_config` for what is missing and
 * the model's own error for what the vendor refused.
 */
export async function testLlmConfig(deps: Deps, config: ModelConfig, signal: AbortSignal): Promise<string> {
  const model = deps.openModel(requireUsable(config))
  const reply = model({
    messages: [{ role: 'user', content: question }],
    tools: [],
    isStreaming: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
  })
  let next = await reply.next()
  while (!next.done) next = await reply.next()
  if (next.value.text.trim() !== '') return next.value.text
  throw new AppError('upstream_failed', 'The model answered with an empty text.')
}
