import { type Provider, Secret } from '@parley/domain'
import { createEgress } from '@parley/net'
import { expect, test } from 'vitest'
import { listModels } from './list-models.ts'
import { startVendorServer } from './testing/vendor-server.ts'

async function list(provider: Provider, apiKey = 'test-key') {
  const vendor = await startVendorServer({ provider, script: [] })
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  const isOwn = provider === 'ollama'
  try {
    return await listModels(
      { provider, apiKey: new Secret(apiKey), baseUrl: isOwn ? vendor.url : null },
      {
        egress,
        signal: AbortSignal.timeout(5000),
        ...(isOwn ? {} : { vendorUrls: { [provider]: vendor.url } }),
      },
    )
  } finally {
    await egress.close()
    await vendor.close()
  }
}

test.each([
  ['openai', ['gpt-4o', 'gpt-5']],
  ['anthropic', ['claude-opus-5']],
  ['gemini', ['large', 'small']],
  ['deepseek', ['large', 'small']],
  ['ollama', ['large', 'small']],
] as const)('lists the chat models of %s', async (provider, ids) => {
  expect((await list(provider)).map(({ id }) => id)).toEqual(ids)
})

test('shows the name that the vendor gives a model', async () => {
  expect(await list('anthropic')).toEqual([{ id: 'claude-opus-5', name: 'Claude Opus 5' }])
})

test('fails with the same sentence as a call', async () => {
  await expect(list('gemini', 'wrong')).rejects.toThrow('Gemini refused the key.')
  await expect(list('openai', '')).rejects.toMatchObject({ code: 'invalid_config' })
})
