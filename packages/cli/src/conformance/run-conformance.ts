import { openProbe } from './probe.ts'
import { isOnThisMachine } from './receiver.ts'
import type { Need, Rule } from './rule.ts'
import { ADDITION_RULES } from './rules/addition.ts'
import { AGENT_RULES } from './rules/agent.ts'
import { AUTH_RULES } from './rules/auth.ts'
import { DATA_RULES } from './rules/data.ts'
import { ENVELOPE_RULES } from './rules/envelope.ts'
import { HISTORY_RULES } from './rules/history.ts'
import { LEDGER_RULES } from './rules/ledger.ts'
import { LLM_CONFIG_RULES } from './rules/llm-config.ts'
import { OPENAI_RULES } from './rules/openai.ts'
import { QUESTION_RULES } from './rules/question.ts'
import { VALUE_RULES } from './rules/values.ts'
import { WEBHOOK_RULES } from './rules/webhook.ts'
import { Violation } from './violation.ts'
import { type ModelAccess, openWorld, type World } from './world.ts'

/** The outcome of one rule. `reason` says what the server did, or why the rule was not checked. */
export type RuleOutcome = {
  readonly anchor: string
  readonly title: string
  readonly result: 'holds' | 'broken' | 'skipped'
  readonly reason: string | null
}

export type ConformanceTarget = {
  /** `{base_url}` of the REST interface, such as `http://127.0.0.1:3000/api`; null leaves it out. */
  readonly baseUrl: string | null
  /** `{rpc_url}` of the ledger interface; null leaves it out. */
  readonly ledgerUrl: string | null
  readonly key: string
  readonly otherKey: string | null
  readonly model: ModelAccess | null
  readonly signal: AbortSignal
  readonly fetch: typeof globalThis.fetch
  /** Only rules of these anchors; all when absent. */
  readonly only?: ReadonlySet<string>
  /** How long a rule waits for a delivery of a webhook, in milliseconds; 20 seconds by default. */
  readonly longestDeliveryMs?: number
}

const LONGEST_DELIVERY_MS = 20_000

const REST_RULES = [
  ...ENVELOPE_RULES,
  ...VALUE_RULES,
  ...AUTH_RULES,
  ...LLM_CONFIG_RULES,
  ...AGENT_RULES,
  ...QUESTION_RULES,
  ...ADDITION_RULES,
  ...HISTORY_RULES,
  ...DATA_RULES,
  ...WEBHOOK_RULES,
  ...OPENAI_RULES,
]

/**
 * Checks the rules of docs/spec against a server, one after another, and yields their outcomes. It creates its own
 * records and deletes them at the end, also when the caller stops reading.
 */
export async function* runConformance(target: ConformanceTarget): AsyncGenerator<RuleOutcome, void, void> {
  const { baseUrl, ledgerUrl } = target
  if (baseUrl !== null) yield* checkAll(REST_RULES, baseUrl, target)
  if (ledgerUrl !== null) yield* checkAll(LEDGER_RULES, ledgerUrl, target)
}

async function* checkAll(
  rules: readonly Rule[],
  baseUrl: string,
  target: ConformanceTarget,
): AsyncGenerator<RuleOutcome, void, void> {
  const { key, otherKey, model, fetch, signal, only, longestDeliveryMs = LONGEST_DELIVERY_MS } = target
  const probe = openProbe({ baseUrl: baseUrl.replace(/\/+$/, ''), key, fetch, signal })
  const isReached = isOnThisMachine(baseUrl)
  const world = openWorld({ probe, otherKey, model, isReached, longestDeliveryMs })
  try {
    for (const rule of rules)
      if (only === undefined || only.has(rule.anchor)) yield await checkOne(rule, world)
  } finally {
    await world.close()
  }
}

const MISSING: Readonly<Record<Need, string>> = {
  model: 'It needs a model: name one with --model-url and --model.',
  other_user: 'It needs a second user: give another API key with --other-api-key.',
  receiver: 'It needs a server on this machine, because it receives webhooks here.',
}

async function checkOne({ anchor, title, needs, check }: Rule, world: World): Promise<RuleOutcome> {
  const has = { model: world.model !== null, other_user: world.otherKey !== null, receiver: world.isReached }
  const missing = needs?.find((need) => !has[need])
  if (missing !== undefined) return { anchor, title, result: 'skipped', reason: MISSING[missing] }
  try {
    await check(world)
    return { anchor, title, result: 'holds', reason: null }
  } catch (error) {
    if (!(error instanceof Violation) && !(error instanceof TypeError)) throw error
    // When a reply lacks an object, a check that reads a field of it throws a TypeError.
    const reason =
      error instanceof Violation ? error.message : 'The reply has another form than the documented one.'
    return { anchor, title, result: 'broken', reason }
  }
}
