import { connect } from 'node:net'
import { registryUrls } from '../../apps/web/src/composition/registry-urls.ts'
import { findingsOf, reasonOf } from './finding.mjs'
import { openEgress } from './open-patient.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {import('./open-patient.mjs').Settings} Settings */
/** @typedef {{ name: string, host: string, port: number }} Target */

const { ok, problem, skipped } = findingsOf('egress')
const CONNECT_MS = 5_000

/**
 * Connects to every address that the configuration names: private ones that are allowed, registries, nodes, the identity
 * provider.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkEgress({ settings }) {
  if (settings === null) return [skipped('Not checked: the configuration is invalid.')]
  const targets = [...settings.egressAllow.map(readEntry), ...operatorTargets(settings)]
  const checked = await Promise.all([...targets.map(checkTarget), checkProvider(settings)])
  const findings = checked.filter((finding) => finding !== null)
  if (findings.length > 0) return findings
  if (targets.length === 0) return [ok('The configuration names no address that must be reached.')]
  return [ok(`${targets.length} addresses of the configuration accept connections.`)]
}

/** @param {string} entry `purpose:host:port` @returns {Target} */
function readEntry(entry) {
  const [, host = '', port] = /^[a-z]+:(.*):(\d+)$/i.exec(entry.trim()) ?? []
  return { name: `PARLEY_EGRESS_ALLOW=${entry}`, host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** @param {Settings} settings @returns {Target[]} */
function operatorTargets(settings) {
  const urls = [
    ...registryUrls(settings).map((url) => ({ name: 'PARLEY_REGISTRY', url })),
    ...settings.ledgerNodes.map(({ name, rpcUrl }) => ({ name: `The ledger node ${name}`, url: rpcUrl })),
    ...(settings.chainRpcUrl === null ? [] : [{ name: 'CHAIN_RPC_URL', url: settings.chainRpcUrl }]),
  ]
  return urls.map(({ name, url }) => {
    const { protocol, hostname, port } = new URL(url)
    const usual = protocol === 'https:' ? 443 : 80
    return { name: `${name} (${url})`, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usual) }
  })
}

/** @param {Target} target @returns {Promise<Finding | null>} */
function checkTarget({ name, host, port }) {
  const { promise, resolve } = Promise.withResolvers()
  const socket = connect({ host, port, timeout: CONNECT_MS })
  const away = (/** @type {unknown} */ error) => {
    socket.destroy()
    const repair = 'Start the other side, let firewall and network policy pass, or remove the address.'
    resolve(problem(`${name} cannot be reached: ${reasonOf(error)}`, repair))
  }
  socket.once('connect', () => {
    socket.destroy()
    resolve(null)
  })
  socket.once('error', away)
  socket.once('timeout', () => away(new Error(`${host}:${port} does not accept the connection.`)))
  return promise
}

/** @param {Settings} settings @returns {Promise<Finding | null>} */
async function checkProvider(settings) {
  const { identity } = settings
  if (identity === null) return null
  const egress = openEgress(settings)
  const url = `${identity.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  try {
    const reply = await egress.for('identity').fetch(url)
    /** @type {{ issuer?: unknown } | null} */
    const found = reply.ok ? JSON.parse(await reply.text()) : null
    if (found?.issuer === identity.issuer) return null
    const said = reply.ok ? `names the issuer ${found?.issuer}` : `answers ${reply.status}`
    const repair = 'Set PARLEY_OIDC_ISSUER to the issuer exactly as the provider spells it.'
    return problem(`${url} ${said}.`, repair)
  } catch (error) {
    const repair = 'Start the identity provider, or correct PARLEY_OIDC_ISSUER.'
    return problem(`The identity provider ${identity.issuer} cannot be used: ${reasonOf(error)}`, repair)
  } finally {
    await egress.close()
  }
}
