import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

const STEPS =
  'The steps:\n\n```mermaid\nflowchart LR\n  accTitle: Orders to reports\n  A[Orders 订单] --> B{Paid?}\n  B -->|yes| C[(Warehouse)]\n  B -->|no| D[Reminder]\n```\n\nDone.'
const HOSTILE = `\`\`\`mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "body { display: none } * { opacity: 0 }", "secure": []}}%%
flowchart TD
  A["<img src=x onerror='document.title=1'>Start"] --> B["<script>document.title=2</script>End"]
  click A call document.write(1)
  click B "javascript:document.title=3"
\`\`\`

Still here.`
const BROKEN = '```mermaid\nflowchart LR\n  A --> \n```\n\nNot a picture.'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('a diagram is a picture in both colour schemes, shows its code, and is a picture in the HTML page', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  model.say(STEPS.split(/(?<=\s)/))
  await page.getByLabel('Your question').fill('How do orders flow?')
  await page.keyboard.press('Enter')
  const picture = page.getByRole('img', { name: 'Diagram: Orders to reports' })
  await expect(picture).toBeVisible({ timeout: 30_000 })
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  const drawn = await source(picture)
  for (const text of ['Orders', '订单', 'Paid?', 'Warehouse', 'Reminder', 'yes'])
    expect(drawn).toContain(text)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => source(picture)).not.toBe(drawn)

  await page.getByRole('button', { name: 'Show its code' }).click()
  await expect(page.getByText('flowchart LR')).toBeVisible()
  await page.getByRole('button', { name: 'Show the picture' }).click()
  await expect(picture).toBeVisible()

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As a web page (HTML)' }).click()
  const html = await readFile(await (await download).path(), 'utf8')
  expect(html).toContain('<figure><img alt="Orders to reports" src="data:image/svg+xml,')
  expect(html).not.toContain('flowchart LR')
})

test('a hostile diagram runs and styles nothing, and code that cannot be drawn stays code', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  model.say([HOSTILE])
  await page.getByLabel('Your question').fill('Draw it')
  await page.keyboard.press('Enter')
  const picture = page.getByRole('img', { name: 'Diagram' })
  await expect(picture).toBeVisible({ timeout: 30_000 })
  const drawn = await source(picture)
  expect(drawn).not.toMatch(/<script|onerror|javascript:|opacity: ?0 ?[;}]|display: ?none/)
  await expect(page.getByText('Still here.')).toBeVisible()
  expect(await page.title()).toBe('A chat · Parley')

  model.say([BROKEN])
  await page.getByLabel('Your question').fill('And this?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not a picture.')).toBeVisible()
  await expect(page.getByText('flowchart LR')).toBeVisible()
  await expect(picture).toHaveCount(1)
  // The elements that measured the texts are removed.
  await expect(page.locator('body > div[aria-hidden=true] svg')).toHaveCount(0)
})

/** The drawing inside a picture. */
async function source(picture: Locator): Promise<string> {
  return decodeURIComponent((await picture.getAttribute('src')) ?? '')
}
