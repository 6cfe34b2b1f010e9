import { AppError } from '@parley/errors'
import { type Registry, type RegistryEntry, type RegistryServer, SEARCH_PAGE_SIZE } from './types.ts'

/**
 * Adds servers that no registry lists: the qualified name of such a server is its URL. A search for a URL finds this
 * server alone. Throws AppError `invalid_request` for a URL that may hold a secret, because names of servers are shown.
 */
export function withAddresses(registry: Registry): Registry {
  return {
    search: async (request) => {
      const url = readAddress(request.query)
      if (url === null) return registry.search(request)
      return { servers: [toEntry(url)], page: request.page, pageSize: SEARCH_PAGE_SIZE, total: 1 }
    },
    server: async (qualifiedName, signal) => {
      const url = readAddress(qualifiedName)
      return url === null ? registry.server(qualifiedName, signal) : toServer(url)
    },
  }
}

function readAddress(text: string): URL | null {
  const url = /^https?:\/\//i.test(text.trim()) ? URL.parse(text.trim()) : null
  if (url === null) return null
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') return url
  const rest = 'Give a token in the settings of the server instead.'
  throw new AppError('invalid_request', `The URL has a user, a query or a fragment. ${rest}`)
}

function toEntry(url: URL): RegistryEntry {
  const description = 'A server that you added by its URL. No registry has checked it.'
  return {
    qualifiedName: url.href,
    displayName: url.host,
    description,
    createdAt: '',
    useCount: 0,
    homepage: '',
  }
}

function toServer(url: URL): RegistryServer {
  return {
    qualifiedName: url.href,
    displayName: url.host,
    remote: true,
    iconUrl: '',
    connections: [{ type: 'http', deploymentUrl: url.href, configSchema: TOKEN }],
    security: { scanPassed: false },
    tools: [],
  }
}

const TOKEN = {
  type: 'object',
  properties: {
    token: {
      type: 'string',
      format: 'password',
      description: 'A token of the server, where it needs one. Sent as Authorization: Bearer.',
      'x-from': { header: 'Authorization', template: 'Bearer {token}' },
    },
  },
} as const
