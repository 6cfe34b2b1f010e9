import {
  type AgentLimits,
  buildSystemPrompt,
  buildTranscript,
  type Model,
  type ModelMessage,
  type Picture,
  type Tool,
} from '@parley/agent'
import type { OwnerId, TurnStart } from '@parley/db'
import type { ModelConfig, SamplingParams } from '@parley/domain'
import { openAgent, toAgentLimits } from '../agent/agent.ts'
import { type OpenToolsDeps, openTools, type RunTools } from '../agent/open-tools.ts'
import { openLlmConfig, requireUsable, toModelConfig } from '../llm-config/llm-config.ts'
import type { OpenModel, SeesPictures } from '../llm-config/open-model.ts'
import { findPersona } from '../persona/persona.ts'
import type { MeterDeps } from '../usage/run-metered.ts'
import { withPictures } from './question-pictures.ts'
import { today } from './today.ts'
import { TRANSCRIPT_TOKENS } from './token-budget.ts'

/** What preparing a turn uses. */
export type TurnDeps = OpenToolsDeps &
  MeterDeps & { readonly openModel: OpenModel; readonly seesPictures: SeesPictures }

/** A turn whose question and run are stored, with everything its answer needs. */
export type BegunTurn = Extract<TurnStart, { kind: 'begun' }>

/** What one turn may have besides its question. */
export type TurnOptions = {
  /** The caller's instructions for this answer alone. */
  readonly instructions?: string
  /** Override those of the configuration. */
  readonly params?: SamplingParams
  /** False for callers to whom a correction of streamed text cannot be shown. */
  readonly isRepaired?: boolean
  /** The time zone of the person who asks, by its IANA name. UTC by default. */
  readonly timeZone?: string
}

export type PreparedTurn = {
  readonly model: Model
  readonly tools: readonly Tool[]
  readonly messages: readonly ModelMessage[]
  readonly limits: Partial<AgentLimits>
  /** Whether the model is asked to correct numbers that no result proves. */
  readonly isRepaired: boolean
  /** The model whose use is counted. */
  readonly config: Pick<ModelConfig, 'provider' | 'model'>
}

/**
 * Opens the model and the tools of a turn and builds its transcript: persona, agent, tools, as much of the
 * history as fits, and the question. Throws `invalid_config` when the configuration cannot be used.
 */
export async function prepareTurn(
  deps: TurnDeps,
  owner: OwnerId,
  {
    turn,
    runId,
    query,
    pictures,
    keepResult,
    instructions = '',
    params = {},
    isRepaired = true,
    timeZone,
  }: {
    readonly turn: BegunTurn
    readonly query: string
    readonly pictures: readonly Picture[]
  } & TurnOptions &
    Pick<RunTools, 'runId' | 'keepResult'>,
): Promise<PreparedTurn> {
  const stored = toModelConfig(openLlmConfig(deps, owner, turn.config))
  const config = requireUsable({ ...stored, params: { ...stored.params, ...params } })
  const agent = openAgent(deps, owner, turn.agent)
  const persona = await findPersona(deps, owner, turn.session.personaId)
  const tools = await openTools(deps, owner, {
    agent,
    runId,
    isStateless: false,
    data: turn.data,
    ...(keepResult && { keepResult }),
  })
  const system = buildSystemPrompt({
    persona: persona.instructions,
    agent,
    tools,
    today: today(deps, timeZone),
    instructions,
  })
  const messages = buildTranscript({
    system,
    history: await withPictures(deps, owner, turn.history),
    question: query,
    pictures,
    tokenBudget: TRANSCRIPT_TOKENS,
  })
  return {
    config,
    model: deps.openModel(config),
    tools,
    messages,
    limits: toAgentLimits(agent.limits),
    isRepaired: isRepaired && agent.limits.repairs !== 0,
  }
}
