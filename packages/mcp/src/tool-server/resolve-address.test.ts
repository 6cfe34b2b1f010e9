import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { http } from '../testing/bind.ts'
import { resolveAddress } from './resolve-address.ts'

function resolve(
  deploymentUrl: string,
  properties: JsonObject,
  configuration: JsonObject,
  more: JsonObject = {},
) {
  const connection = http(deploymentUrl, { type: 'object', properties, ...more })
  const { url, headers, secrets } = resolveAddress({
    connection,
    configuration,
    smitheryApiKey: 'operator-key',
  })
  return { url: url.href, headers, secrets }
}

test('configuration without x-from becomes query parameters, with nested keys joined by dots', () => {
  const properties = {
    region: { type: 'string' },
    limits: { type: 'object', properties: { rows: { type: 'integer' } } },
  }
  expect(resolve('https://x.example/mcp', properties, { region: 'eu west', limits: { rows: 3 } })).toEqual({
    url: 'https://x.example/mcp?region=eu+west&limits.rows=3',
    headers: {},
    secrets: [],
  })
})

test('sets headers with and without a template, and defaults that have x-from', () => {
  const properties = {
    token: { type: 'string', 'x-from': { header: 'Authorization', template: 'Bearer {token}' } },
    user: { type: 'string', 'x-from': { header: 'X-Who', template: '{user}/{team}' } },
    team: { type: 'string', 'x-from': { header: 'X-Who', template: '{user}/{team}' } },
    units: { type: 'string', default: 'metric', 'x-from': { header: 'X-Units' } },
    unplaced: { type: 'string', default: 'left to the server' },
    mode: { type: 'string', 'x-from': { query: 'm' } },
  }
  expect(
    resolve('https://x.example/', properties, { token: 'secret-1', user: 'u', team: 't', mode: 'fast' }),
  ).toEqual({
    url: 'https://x.example/?m=fast',
    headers: { authorization: 'Bearer secret-1', 'x-who': 'u/t', 'x-units': 'metric' },
    secrets: ['secret-1'],
  })
})

test('escapes variables of the address, but not a whole address at its start', () => {
  const properties = {
    tenant: { type: 'string', 'x-from': { url: 'tenant' } },
    base: { type: 'string', 'x-from': { url: 'base' } },
  }
  expect(resolve('https://x.example/{tenant}/mcp', properties, { tenant: '../a b' }).url).toBe(
    'https://x.example/..%2Fa%20b/mcp',
  )
  expect(resolve('{base}/mcp', properties, { base: 'https://own.example' }).url).toBe(
    'https://own.example/mcp',
  )
  expect(() => resolve('https://{tenant}.x.example/mcp', properties, { tenant: 'evil.example/' })).toThrow(
    /valid http/,
  )
})

test('the first form sends the whole configuration as base64, which is then a secret', () => {
  const { url, secrets } = resolve(
    'https://x.example/mcp',
    { a: { type: 'string' } },
    { a: 'b' },
    { 'x-form': 'base64' },
  )
  const config = new URL(url).searchParams.get('config') ?? ''
  expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual({ a: 'b' })
  expect(secrets).toContain(config)
})

test("Smithery's own gateway alone gets its path and the operator's key", () => {
  expect(resolve('https://server.smithery.ai/@a/b', {}, {}).url).toBe(
    'https://server.smithery.ai/@a/b/mcp?api_key=operator-key',
  )
  expect(resolve('https://server.smithery.ai/@a/b/mcp', {}, {}).url).toBe(
    'https://server.smithery.ai/@a/b/mcp?api_key=operator-key',
  )
  expect(resolve('https://server.smithery.ai.evil.example/x', {}, {}).url).toBe(
    'https://server.smithery.ai.evil.example/x',
  )
})

test('lists secrets in every form in which a server may repeat them', () => {
  const { secrets } = resolve('https://server.smithery.ai/x', { password: {} }, { password: 'a "b" &c+d' })
  expect(secrets).toContain('operator-key')
  const echoes = ['a "b" &c+d', 'a \\"b\\" &c+d', 'a%20%22b%22%20%26c%2Bd', 'a+%22b%22+%26c%2Bd']
  for (const echo of echoes) expect(secrets).toContain(echo)
})

test('recognises secrets by name, format or header', () => {
  const properties = {
    openaiApiKey: {},
    pin: { format: 'password' },
    author: {},
    keywords: {},
    GITHUB_PAT: {},
    region: {},
    short_token: {},
  }
  const { secrets } = resolve('https://x.example/', properties, {
    openaiApiKey: 'sk-123456',
    pin: '1234567',
    author: 'Ada Lovelace',
    keywords: 'engines',
    GITHUB_PAT: 'ghp_123456',
    region: 'eu-central-1',
    short_token: 'abc',
  })
  expect(secrets).toEqual(['ghp_123456', 'sk-123456', '1234567'])
})

test.each([
  ['ftp://x.example/', {}],
  ['https://user:pass@x.example/', {}],
  ['not an address', {}],
])('refuses the address %s', (deploymentUrl, configuration) => {
  expect(() => resolve(deploymentUrl, {}, configuration)).toThrow(
    'The configuration of this tool server does not give a valid http(s) address.',
  )
})

test.each([
  ['Host', 'x'],
  ['Mcp-Session-Id', 'x'],
  ['X-Bad Name', 'x'],
  ['X-Key', 'a\r\nX-Evil: 1'],
])('refuses header %s with %j', (header, value) => {
  expect(() => resolve('https://x.example/', { key: { 'x-from': { header } } }, { key: value })).toThrow(
    'The property "key" cannot be sent to the tool server as a header.',
  )
})
