// `pnpm --filter @parley/e2e measure:streaming`: frame times while a long Markdown answer arrives at sixty
// words a second. Needs a finished `pnpm build`, and CHROMIUM_PATH when Playwright has not installed a
// browser.
import { type Browser, chromium } from 'playwright'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { openChatWith } from './journey/workspace.ts'
import { startService } from './start-service.ts'

const WORDS_PER_SECOND = 60
const SECTIONS = 24
/** Milliseconds of a frame of a 60 Hz display. A frame of more than one and a half times that is late. */
const FRAME_MS = 1000 / 60

const SECTION = `## What was sold in the month

The shop sold **more** than in the month before, above all in the \`north\`, where [the new branch](https://example.org) opened.

- groceries and drinks
- books, paper and toys

| region | items | share |
|---|---:|---:|
| north | 120 | 40 % |
| south | 180 | 60 % |

\`\`\`sql
select region, sum(items) from shop.sales group by region
\`\`\`

`

const service = await startService()
const model = await startScriptedModel()
const browser = await chromium.launch({
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
})
try {
  console.log(await measure(browser, model, service.origin))
} finally {
  await browser.close()
  await model.stop()
  await service.stop()
}

async function measure(browser: Browser, model: ScriptedModel, baseURL: string): Promise<string> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } })
  await openChatWith(page, model.baseUrl)
  const words = `${SECTION.repeat(SECTIONS)}The end.`.split(/(?<=\s)/)
  model.say(words, { pauseMs: 1000 / WORDS_PER_SECOND })
  await page.getByLabel('Your question').fill('Tell me everything')
  await page.keyboard.press('Enter')
  await page.getByText('What was sold in the month').first().waitFor()
  await page.evaluate(watchFrames)
  const startedMs = performance.now()
  await page.getByText('The end.').waitFor({ timeout: 600_000 })
  const seconds = (performance.now() - startedMs) / 1000
  const frames = await page.evaluate((): number[] => Reflect.get(window, 'frameTimes'))
  const sorted = frames.toSorted((a, b) => a - b)
  const late = frames.filter((ms) => ms > FRAME_MS * 1.5).length
  return [
    `words: ${words.length} in ${seconds.toFixed(1)} s`,
    `frames: ${frames.length}, ${(frames.length / seconds).toFixed(1)} a second`,
    `late frames: ${late} (${((late / frames.length) * 100).toFixed(2)} %)`,
    `frame p50 ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)}, longest ${at(sorted, 1)} ms`,
  ].join('\n')
}

/** Runs in the page. Records the milliseconds between frames. */
function watchFrames(): void {
  const frames: number[] = []
  Reflect.set(window, 'frameTimes', frames)
  let lastMs = performance.now()
  const next = (nowMs: number) => {
    frames.push(nowMs - lastMs)
    lastMs = nowMs
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
