import { LlmConfigId } from '@parley/contract'
import type { Completion } from '@parley/core'
import { AppError } from '@parley/errors'
import * as z from 'zod'

/** Reads the model of OpenAI's clients: an agent's id, or `llm:` and the id of a configuration. Throws `invalid_request`. */
export function readTarget(model: string): Completion['target'] {
  if (z.uuid().safeParse(model).success) return { kind: 'agent', agentId: model }
  const configId = LlmConfigId.safeParse(Number(/^llm:([1-9]\d{0,9})$/.exec(model)?.[1]))
  if (!configId.success) {
    throw new AppError(
      'invalid_request',
      'model: must be the id of an agent, or llm: and the id of a configuration.',
    )
  }
  return { kind: 'llm', configId: configId.data }
}
