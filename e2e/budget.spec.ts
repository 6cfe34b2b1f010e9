import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

const BUDGET_BYTES = 300_000

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('a chat without a chart loads no more script than its budget', async ({ page, context }) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  model.say(['Hello.'])
  await page.getByLabel('Your question').fill('Hello?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hello.', { exact: true })).toBeVisible()

  const fresh = await context.newPage()
  const client = await context.newCDPSession(fresh)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, string>()
  const sizes = new Map<string, number>()
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url)
  })
  // Sizes as the scripts come over the wire, with their headers.
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  await fresh.goto(`/chats/${sessionId}`, { waitUntil: 'networkidle' })
  await expect(fresh.getByText('Hello.', { exact: true })).toBeVisible()

  const loaded = [...scripts].map(([id, url]) => ({ url, size: sizes.get(id) ?? 0 }))
  expect(Math.min(...loaded.map(({ size }) => size))).toBeGreaterThan(0)
  const total = loaded.reduce((sum, { size }) => sum + size, 0)
  console.log(`scripts: ${total} bytes in ${loaded.length} files`)
  const largest = loaded.toSorted((a, b) => b.size - a.size).map(({ url, size }) => `${size} ${url}`)
  expect(total, largest.join('\n')).toBeLessThanOrEqual(BUDGET_BYTES)
})

test('the large scripts of a page ask the browser to compile them while they arrive', async ({ request }) => {
  const page = await (await request.get('/')).text()
  const addresses = new Set(page.match(/\/_next\/static\/chunks\/[\w~.-]+\.js/g))
  const scripts = await Promise.all(
    [...addresses].map(async (address) => ({ address, text: await (await request.get(address)).text() })),
  )
  const large = scripts.filter(({ text }) => text.length > 31_000)
  expect(large.length).toBeGreaterThan(1)
  const unmarked = large.filter(({ text }) => !text.startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(unmarked.map(({ address }) => address)).toEqual([])
})
