// `pnpm --filter @parley/e2e measure:chats`: how long the list of 10,000 chats takes to show its first chats, in a browser
// that has the scripts and in one that has not. Needs a finished `pnpm build`, and CHROMIUM_PATH when Playwright has not
// installed a browser.
import { type Browser, chromium, type Page } from 'playwright'
import { fillChats } from './journey/fill-chats.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { openChatWith } from './journey/workspace.ts'
import { startService } from './start-service.ts'

const CHATS = 10_000
const ROUNDS = 5

const service = await startService()
process.env.PARLEY_E2E_DATABASE_URL = service.databaseUrl
const model = await startScriptedModel()
const browser = await chromium.launch({
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
})
try {
  console.log(await measure(browser, model.baseUrl, service.origin))
} finally {
  await browser.close()
  await model.stop()
  await service.stop()
}

async function measure(browser: Browser, modelUrl: string, baseURL: string): Promise<string> {
  const first = await browser.newContext({ baseURL })
  const page = await first.newPage()
  const { sessionId } = await openChatWith(page, modelUrl)
  await fillChats(sessionId, CHATS)
  await open(page)
  const storageState = await first.storageState()
  const warm: number[] = []
  const cold: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    warm.push(await open(page))
    const context = await browser.newContext({ baseURL, storageState })
    cold.push(await open(await context.newPage()))
    await context.close()
  }
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  return [
    `${CHATS} chats: first chats after ${describe(warm)} with the scripts at hand`,
    `${CHATS} chats: first chats after ${describe(cold)} in a new browser`,
    `${nodes} elements`,
  ].join('\n')
}

/** Milliseconds from the navigation until the newest of the written chats is drawn in the list. */
async function open(page: Page): Promise<number> {
  await page.goto('/chats', { waitUntil: 'commit' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const names = [...document.querySelectorAll('main a[href^="/chats/"] p')]
          if (names.some(({ textContent }) => textContent === 'Chat number 1')) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

function describe(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round)
  return `${sorted[Math.floor(sorted.length / 2)]} ms (${sorted.join(', ')})`
}
