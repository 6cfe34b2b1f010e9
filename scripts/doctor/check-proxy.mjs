import http from 'node:http'
import https from 'node:https'
import { findingsOf, reasonOf } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {import('./open-patient.mjs').Settings} Settings */

const { ok, warning, problem, skipped } = findingsOf('proxy')
/** An address of documentation (RFC 5737), which no client has. */
const FORGED = '192.0.2.77'
const WAIT_MS = 10_000
/** The service sends the pieces of its probe 400 ms apart. */
const BUFFERED_MS = 300
/** Above the default of nginx, which is 1 MiB. */
const BODY_BYTES = 1_500_000
/** How long a proxy may take to refuse a body by its length, before the body is sent. */
const REFUSE_MS = 1000

/**
 * Asks the running service through the address that users open: reach, names, forwarded addresses, streams, bodies.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkProxy({ settings }) {
  if (settings === null) return [skipped('Not checked: the configuration is invalid.')]
  const { origin } = settings
  const direct = `http://127.0.0.1:${settings.port}`
  if (!(await isAlive(direct)) && origin === `http://${settings.host}:${settings.port}`)
    return [skipped(`The service does not run at ${direct}. Run this command again while it runs.`)]
  const headers = settings.metricsToken === null ? {} : { authorization: `Bearer ${settings.metricsToken}` }
  let health
  try {
    health = await ask(`${origin}/healthz`, { headers: { ...headers, 'x-forwarded-for': FORGED } })
  } catch (error) {
    return [explainAway(origin, error)]
  }
  const { status, seen, sandbox } = await readHealth(health)
  if (status !== 'ok') {
    const repair = 'Correct PARLEY_ORIGIN, or let the proxy send this name to the service.'
    return [problem(`${origin}/healthz answers ${health.status}, and not as this service does.`, repair)]
  }
  if (!seen) {
    const repair = 'Set PARLEY_METRICS_TOKEN, in this environment as in that of the service.'
    return [
      skipped(`${origin} answers. Forwarded addresses and streams were not checked.`),
      warning('The service did not accept the token of /metrics.', repair),
    ]
  }
  const [buffering, bodies] = await Promise.all([checkBuffering(origin, headers), checkBodies(origin)])
  const findings = [
    checkName(origin, seen.host),
    checkForwarded(seen, settings.proxyHops),
    buffering,
    bodies,
    checkSandbox(sandbox),
  ].filter((finding) => finding !== null)
  return findings.length > 0
    ? findings
    : [ok(`${origin} passes names, client addresses, streams and uploads.`)]
}

/** @param {string} url @returns {Promise<boolean>} */
async function isAlive(url) {
  const reply = await ask(`${url}/healthz`).catch(() => null)
  await reply?.body?.cancel()
  return reply?.ok ?? false
}

/** @param {string} url @param {RequestInit} [options] */
function ask(url, options = {}) {
  return fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
}

/** @param {Response} reply @returns {Promise<any>} */
async function readHealth(reply) {
  try {
    return await reply.json()
  } catch {
    return {}
  }
}

/** @param {string} origin @param {unknown} error @returns {Finding} */
function explainAway(origin, error) {
  const reason = reasonOf(error)
  const isCertificate = /certificate|self.signed|CERT/i.test(reason)
  const repair = isCertificate
    ? 'Give the proxy a certificate for this name from an authority that clients trust, or name yours in NODE_EXTRA_CA_CERTS.'
    : 'Start service and proxy, and let the name in PARLEY_ORIGIN resolve to the proxy.'
  return problem(`${origin} cannot be reached: ${reason}`, repair)
}

/** @param {string} origin @param {string | null} host @returns {Finding | null} */
function checkName(origin, host) {
  if (host === new URL(origin).host || host === new URL(origin).hostname) return null
  const repair = 'Let the proxy pass the Host header unchanged (nginx: proxy_set_header Host $host;).'
  return problem(`The proxy asks for the name ${host}, not for that of ${origin}.`, repair)
}

/**
 * @param {{ client_address: string, forwarded_for: string | null }} seen
 * @param {number} proxyHops
 * @returns {Finding | null}
 */
function checkForwarded({ client_address, forwarded_for }, proxyHops) {
  const entries = (forwarded_for ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const added = entries.filter((entry) => entry !== FORGED).length
  if (client_address === FORGED) {
    const repair = `Set PARLEY_PROXY_HOPS=${added}, the number of your proxies that add to X-Forwarded-For.`
    return problem(
      'A client can choose its own address: the service believes an entry that no proxy wrote.',
      repair,
    )
  }
  if (added <= proxyHops) return null
  const repair = `Set PARLEY_PROXY_HOPS=${added} if these proxies are yours.`
  return problem(
    `${added} proxies add to X-Forwarded-For, and PARLEY_PROXY_HOPS is ${proxyHops}: all clients share one limit.`,
    repair,
  )
}

/** @param {string} origin @param {Record<string, string>} headers @returns {Promise<Finding | null>} */
async function checkBuffering(origin, headers) {
  const reply = await ask(`${origin}/healthz/stream`, { headers })
  /** @type {number[]} */
  const arrivals = []
  for await (const _ of reply.body ?? []) arrivals.push(performance.now())
  const apartMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)
  if (apartMs >= BUFFERED_MS) return null
  const repair =
    'Switch buffering off for text/event-stream (nginx: proxy_buffering off; and proxy_http_version 1.1;).'
  return problem(
    'The proxy holds event streams back until they end, so answers appear at once and late.',
    repair,
  )
}

/** @param {string} origin @returns {Promise<Finding | null>} */
async function checkBodies(origin) {
  const status = await sendBody(new URL('/api/data_source', origin))
  const size = `${BODY_BYTES / 1e6} MB`
  const repair = 'Let the proxy pass bodies of 2 GiB (nginx: client_max_body_size 2100m;).'
  if (status === null)
    return warning(`A body of ${size} was not answered, so files may not be uploaded.`, repair)
  if (status !== 413) return null
  return problem(`The proxy refuses bodies of ${size}, so files cannot be uploaded.`, repair)
}

/**
 * Sends the length of a body, and then the body: a proxy that refuses it closes the connection, and the answer would be
 * lost among bytes still on their way. Without a token the service refuses the request with 401, after the proxy has
 * let it pass.
 *
 * @param {URL} url
 * @returns {Promise<number | null>} the status of the answer, or null when the connection ended without one
 */
function sendBody(url) {
  const { request } = url.protocol === 'https:' ? https : http
  const headers = { 'content-type': 'application/json', 'content-length': BODY_BYTES }
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(WAIT_MS) })
    const timer = setTimeout(() => sent.end(new Uint8Array(BODY_BYTES)), REFUSE_MS)
    sent.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode)
      sent.destroy()
    })
    sent.on('error', () => resolve(null))
    sent.on('close', () => clearTimeout(timer))
    sent.flushHeaders()
  })
}

/** @param {{ gaps?: readonly string[] } | undefined} sandbox @returns {Finding | null} */
function checkSandbox(sandbox) {
  const gaps = sandbox?.gaps ?? []
  if (gaps.length === 0) return null
  return warning(
    `Sandbox children are not confined in every way: ${gaps.join('; ')}.`,
    'See SECURITY.md for what the system must allow.',
  )
}
