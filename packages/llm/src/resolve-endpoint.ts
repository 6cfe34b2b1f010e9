import type { ModelConfig, Provider } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { EgressClient } from '@parley/net'
import { type ModelDeps, VENDORS } from './providers.ts'

/** The address of a configuration's calls and the connections they use. */
export type ModelEndpoint = {
  readonly provider: Provider
  readonly label: string
  readonly model: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly client: EgressClient
}

/**
 * Returns the endpoint of a configuration. Hosted vendors have fixed addresses; the self-hosted runtime has
 * the configuration's `baseUrl`. Throws `invalid_config` for a missing key or address, and for an address
 * that is not the vendor's.
 */
export function resolveEndpoint(config: Omit<ModelConfig, 'params'>, deps: ModelDeps): ModelEndpoint {
  const vendor = VENDORS[config.provider]
  const apiKey = config.apiKey.reveal().trim()
  if (vendor.isKeyRequired && apiKey === '') {
    throw new AppError(
      'invalid_config',
      `No provider key was given. Set api_key to a key of ${vendor.label}.`,
    )
  }
  if (!/^[\u0021-\u007e]*$/.test(apiKey)) {
    throw new AppError('invalid_config', 'api_key holds a character that no key has. Copy the key again.')
  }
  const gateway = deps.vendorUrls?.[config.provider]
  const isHosted = gateway === undefined && vendor.baseUrl !== null
  return {
    provider: config.provider,
    label: vendor.label,
    model: config.model.trim(),
    baseUrl: gateway ?? (vendor.baseUrl === null ? ownBaseUrl(config) : fixedBaseUrl(config, vendor.baseUrl)),
    apiKey,
    client: deps.egress.for(isHosted ? 'hosted_vendor' : 'model'),
  }
}

function ownBaseUrl(config: Omit<ModelConfig, 'params'>): string {
  const given = config.baseUrl?.trim() ?? ''
  if (given === '') {
    throw new AppError(
      'invalid_config',
      `The provider ${config.provider} needs base_url, the address of its server.`,
    )
  }
  const url = URL.parse(given)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.search !== '') {
    throw new AppError(
      'invalid_config',
      'base_url must be an http or https address such as http://localhost:11434/v1.',
    )
  }
  const path = url.pathname.replace(/(\/chat\/completions)?\/*$/, '')
  // Compatible servers serve their API under /v1, but users often enter the bare address.
  return `${given.slice(0, given.indexOf('//') + 2)}${authorityOf(given)}${path === '' ? '/v1' : path}`
}

function fixedBaseUrl(config: Omit<ModelConfig, 'params'>, vendorUrl: string): string {
  const given = config.baseUrl?.trim() ?? ''
  if (given !== '' && URL.parse(given)?.origin !== new URL(vendorUrl).origin) {
    throw new AppError(
      'invalid_config',
      `The provider ${config.provider} has a fixed address. Leave base_url empty, or choose ollama for another compatible server.`,
    )
  }
  return vendorUrl
}

/** Returns the text between scheme and path unchanged, so that the egress checks see it as the caller wrote it. */
function authorityOf(address: string): string {
  return address.slice(address.indexOf('//') + 2).split('/', 1)[0] ?? ''
}
