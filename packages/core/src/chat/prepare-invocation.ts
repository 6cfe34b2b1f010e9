import { buildSystemPrompt, buildTranscript, type HistoryRow } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import type { SamplingParams } from '@parley/domain'
import { toAgentLimits } from '../agent/agent.ts'
import { getAgent } from '../agent/get-agent.ts'
import { openTools, type RunTools } from '../agent/open-tools.ts'
import { getLlmConfig } from '../llm-config/get-llm-config.ts'
import { requireUsable, toModelConfig } from '../llm-config/llm-config.ts'
import type { PreparedTurn, TurnDeps } from './prepare-turn.ts'
import { today } from './today.ts'
import { TRANSCRIPT_TOKENS } from './token-budget.ts'

type Deps = TurnDeps

export type CallerQuestion = {
  /** The caller's instructions to the model; may be empty. */
  readonly instructions: string
  readonly history: readonly HistoryRow[]
  readonly prompt: string
  /** The time zone of the person who asks, by its IANA name. UTC by default. */
  readonly timeZone?: string
}

type AgentCall = Pick<RunTools, 'runId' | 'approvalMs'> & {
  readonly agentId: string
  readonly question: CallerQuestion
  readonly params?: SamplingParams
}

/**
 * Opens an agent for one call outside any session. `params` override those of its configuration. Throws `not_found` for a missing agent and
 * `invalid_config` when its configuration cannot be used.
 */
export async function prepareAgent(
  deps: Deps,
  owner: OwnerId,
  { agentId, question, params = {}, ...run }: AgentCall,
): Promise<PreparedTurn> {
  const agent = await getAgent(deps, owner, agentId)
  const opened = await openModel(deps, owner, { configId: agent.modelConfigId, params })
  const tools = await openTools(deps, owner, { ...run, agent, isStateless: true })
  const { instructions, history, prompt, timeZone } = question
  const system = buildSystemPrompt({ persona: '', agent, tools, today: today(deps, timeZone), instructions })
  const messages = buildTranscript({ system, history, question: prompt, tokenBudget: TRANSCRIPT_TOKENS })
  const isRepaired = agent.limits.repairs !== 0
  return { ...opened, tools, messages, limits: toAgentLimits(agent.limits), isRepaired }
}

/**
 * Opens a language model for one call without tools. `params` override the configuration's own. The caller's
 * messages are the whole transcript. Throws `not_found` and `invalid_config`.
 */
export async function prepareModel(
  deps: Pick<Deps, 'db' | 'cipher' | 'openModel'>,
  owner: OwnerId,
  {
    configId,
    question,
    params = {},
  }: { configId: number; question: CallerQuestion; params?: SamplingParams },
): Promise<Omit<PreparedTurn, 'isRepaired'>> {
  const opened = await openModel(deps, owner, { configId, params })
  const { instructions, history, prompt } = question
  const tokenBudget = Number.MAX_SAFE_INTEGER
  const messages = buildTranscript({ system: instructions, history, question: prompt, tokenBudget })
  return { ...opened, tools: [], messages, limits: {} }
}

async function openModel(
  deps: Pick<Deps, 'db' | 'cipher' | 'openModel'>,
  owner: OwnerId,
  { configId, params }: { readonly configId: number; readonly params: SamplingParams },
): Promise<Pick<PreparedTurn, 'model' | 'config'>> {
  const stored = toModelConfig(await getLlmConfig(deps, owner, configId))
  const config = requireUsable({ ...stored, params: { ...stored.params, ...params } })
  return { config, model: deps.openModel(config) }
}
