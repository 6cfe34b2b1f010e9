import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDeliveries,
  type Database,
  recordAttempt,
} from '@parley/db'
import { isAppError } from '@parley/errors'
import { keepTrying } from '../chat/keep-trying.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { type Attempt, type PostWebhook, sendDelivery } from './send-delivery.ts'
import { webhookPlace } from './webhook.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly postWebhook: PostWebhook
  readonly origin: string
  readonly now: () => Date
}

export type DeliveryTimes = {
  /** How often a process looks for deliveries when it has none under way. */
  readonly lookMs: number
  /** How long a process may keep a webhook to itself: longer than one attempt can take. */
  readonly leaseMs: number
  /** The pause after the first failure. Each further one is three times as long. */
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** After failing for so long a webhook is disabled. */
  readonly giveUpMs: number
}

const DAY_MS = 86_400_000
const TIMES: DeliveryTimes = {
  lookMs: 1000,
  leaseMs: 60_000,
  firstRetryMs: 5000,
  longestRetryMs: 14_400_000,
  giveUpMs: DAY_MS,
}
const GROWTH = 3
/** Share of a pause that is random, so that receivers which failed together are not retried together. */
const JITTER = 0.2
/** Deliveries that one process sends at once, each to another webhook. */
const MOST_AT_ONCE = 32
/** Of these, those of one user: slow receivers of a few users leave room for the others. */
const MOST_PER_USER = 8
const CLOSE_MS = 2000

export type WebhookDeliveries = {
  /** Stops claiming, and waits a moment for the deliveries under way. Another process sends those that remain. */
  readonly close: () => Promise<void>
}

/**
 * Sends the deliveries that runs have left in the database, until it is closed. Every replica does so. A webhook belongs
 * to one process at a time, so its deliveries come in their order. A delivery whose process died is sent again when the
 * lease ends. `onError` receives the error of a failed round; the next round tries again.
 */
export function deliverWebhooks(
  deps: Deps,
  onError: (error: unknown) => void,
  times: Partial<DeliveryTimes> = {},
): WebhookDeliveries {
  const { lookMs, leaseMs, ...pauses } = { ...TIMES, ...times }
  const leaseOwner = randomUUID()
  const underWay = new Set<Promise<void>>()
  let isClosed = false
  let isWanted = false
  let claiming: Promise<void> | null = null

  /** Claims as many deliveries as there is room for. Each one that ends makes room for another. */
  function claim(): void {
    isWanted = claiming !== null
    const limit = MOST_AT_ONCE - underWay.size
    if (isClosed || claiming || limit === 0) return
    claiming = claimDeliveries(deps.db, { leaseOwner, leaseMs, limit, mostPerUser: MOST_PER_USER })
      .then((claimed) => claimed.forEach(start), onError)
      .then(() => {
        claiming = null
        if (isWanted) claim()
      })
  }

  function start(delivery: ClaimedDelivery): void {
    const work = send(delivery)
      .catch(onError)
      .then(() => {
        underWay.delete(work)
        claim()
      })
    underWay.add(work)
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const result = await deliver(deps, delivery, pauses)
    // A process that stops cuts its connections, which is no fault of the receiver. The lease ends by itself.
    if (isClosed && result.status !== 'delivered') return
    await keepTrying(() => recordAttempt(deps.db, delivery, { ...result, leaseOwner }))
  }

  const timer = setInterval(claim, lookMs).unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await claiming
      await Promise.race([Promise.all(underWay), wait(CLOSE_MS)])
    },
  }
}

type Pauses = Pick<DeliveryTimes, 'firstRetryMs' | 'longestRetryMs' | 'giveUpMs'>

/** Sends a claimed delivery, and says what becomes of it and of its webhook. */
async function deliver(deps: Deps, delivery: ClaimedDelivery, pauses: Pauses): Promise<AttemptResult> {
  const attempt = await attemptOnce(deps, delivery)
  const { outcome, replyStatus, failure } = attempt
  if (outcome === 'delivered')
    return { status: 'delivered', replyStatus, failure, retryMs: 0, disabledReason: null }
  if (outcome === 'gone')
    return { status: 'failed', replyStatus, failure, retryMs: 0, disabledReason: failure }
  const hasGivenUp = delivery.failingMs >= pauses.giveUpMs
  return {
    status: 'pending',
    replyStatus,
    failure,
    retryMs: retryMsOf(attempt, delivery.failures, pauses),
    disabledReason: hasGivenUp ? `Every delivery failed for a day. ${failure}` : null,
  }
}

async function attemptOnce(deps: Deps, delivery: ClaimedDelivery): Promise<Attempt> {
  const { webhookId, owner, deliveryId, url, event, data, createdAt } = delivery
  const place = webhookPlace(webhookId, owner)
  const ciphers = [delivery.secretCipher, delivery.previousSecretCipher].filter((cipher) => cipher !== null)
  try {
    const secrets = ciphers.map((cipher) => deps.cipher.decrypt(cipher, place))
    return await sendDelivery(deps, { id: deliveryId, url, secrets, event, data, timestamp: `${createdAt}Z` })
  } catch (error) {
    if (!isAppError(error)) throw error
    // A secret that no configured key opens: nothing is sent unsigned.
    return { outcome: 'refused', replyStatus: null, failure: error.message, retryAfterMs: 0 }
  }
}

/** The pause before the next attempt: exponential with jitter, and at least what the receiver asked for, up to a day. */
function retryMsOf({ retryAfterMs }: Attempt, failures: number, pauses: Pauses): number {
  const pauseMs = Math.min(pauses.firstRetryMs * GROWTH ** failures, pauses.longestRetryMs)
  const jittered = pauseMs * (1 - JITTER + 2 * JITTER * Math.random())
  return Math.max(jittered, Math.min(retryAfterMs, DAY_MS))
}
