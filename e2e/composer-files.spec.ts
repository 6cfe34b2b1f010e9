import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { type GivenFile, giveFiles } from './journey/give-files.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith, openSampleWorkspace } from './journey/workspace.ts'

const SALES =
  'city,sold on,price\nOslo,2024-01-05,10\nOslo,2024-02-05,30\nBergen,2024-03-05,50\nNarvik,2024-04-05,7\n'

test('a file dropped on a chat gives first questions, and the demo model answers one by a click', async ({
  page,
}) => {
  await openSampleWorkspace(page)
  await page.getByLabel('Your question').fill('')
  await give(page, 'drop', [{ name: 'Verkäufe 2024 – Süd.csv', text: SALES }])
  const chips = page.getByRole('list', { name: 'Added to this question' })
  await expect(chips.getByRole('link', { name: 'Verkäufe 2024 – Süd.csv' })).toBeVisible()
  await expect(chips.getByText('4 rows')).toBeVisible()

  await page.reload()
  await expect(chips.getByText('4 rows')).toBeVisible()
  await page.getByRole('button', { name: /^What is the average price by city in .*bar chart\.$/ }).click()
  await expect(page.getByText(/highest 50 \(Bergen\), lowest 7 \(Narvik\)/)).toBeVisible()
  await expect(chips).toBeHidden()
})

test('a new chat starts with a click on a question about the connected tables', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.goto('/chats')
  const starters = page.getByRole('group', { name: 'Questions to start with' }).getByRole('button')
  await expect(starters).toHaveCount(4)
  await starters.first().click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(page.getByText(/How it got there/)).toBeVisible()
})

test('files that cannot be read are refused with a sentence, and a file can be cancelled or removed', async ({
  page,
}) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await give(page, 'drop', [
    { name: 'holiday.PNG', text: 'x' },
    { name: 'song.mp3', text: 'la' },
    { name: 'empty.csv', text: '' },
  ])
  await expect(page.getByText(/holiday\.PNG: This file cannot be read/)).toBeVisible()
  await expect(page.getByText(/song\.mp3: This kind of file cannot be read/)).toBeVisible()
  await expect(page.getByText(/empty\.csv: The file is empty/)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss the note about song.mp3' }).click()
  await expect(page.getByText(/song\.mp3/)).toBeHidden()

  // The upload is held until it is cancelled.
  await page.route('**/api/data_source', () => undefined)
  await give(page, 'drop', [{ name: 'slow.csv', text: SALES }])
  await page.getByLabel('Your question').fill('How many?')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel slow.csv' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await page.unroute('**/api/data_source')

  await give(page, 'drop', [{ name: 'prices.csv', text: SALES }])
  await expect(
    page.getByText('This agent has no data tools and cannot read files.', { exact: false }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove prices.csv from this question' }).click()
  await expect(page.getByText('This agent has no data tools', { exact: false })).toBeHidden()
  await model.stop()
})

test('images go to a model that reads them, stay with the chat, and are sent again with an edited question', async ({
  page,
}) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl, { model: 'llava' })
  await givePicture(page, 'paste', 'small.png', 40)
  await givePicture(page, 'drop', 'large.png', 3000)
  const chips = page.getByRole('list', { name: 'Added to this question' })
  await expect(chips.getByText('small.png', { exact: true })).toBeVisible()
  await expect(chips.locator('img')).toHaveCount(2)
  await page.reload()
  await expect(chips.locator('img')).toHaveCount(2)
  model.say(['Two pictures.'])
  await page.getByLabel('Your question').fill('What is on them?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Two pictures.')).toBeVisible()
  await expect(chips).toBeHidden()
  const sent = () => model.lastRequest().match(/data:image\/(png|webp);base64/g)
  expect(sent()).toHaveLength(2)

  await page.reload()
  const stored = page.getByRole('img', { name: /^Image \d of the question$/ })
  await expect(stored).toHaveCount(2)
  await expect(stored.first()).toHaveJSProperty('naturalWidth', 40)
  model.say(['The same.'])
  await page.getByRole('article').first().hover()
  await page.getByRole('button', { name: 'Edit and ask again' }).first().click()
  await page.getByLabel('Edited question').fill('And now?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The same.')).toBeVisible()
  expect(sent()).toHaveLength(2)
  await expect(stored).toHaveCount(2)
  await model.stop()
})

test('a failed question is edited with its images, and a file dropped without a connection is refused and added later', async ({
  page,
  context,
}) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl, { model: 'llava' })
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByLabel('Your question')).toBeVisible()
  await context.setOffline(true)
  await give(page, 'drop', [{ name: 'prices.csv', text: SALES }])
  await expect(page.getByText('prices.csv: The connection was lost. Add the file again.')).toBeVisible()
  await expect(page.getByLabel('Your question')).toBeVisible()
  await context.setOffline(false)
  await give(page, 'drop', [{ name: 'prices.csv', text: SALES }])
  await expect(page.getByText('4 rows')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss the note about prices.csv' }).click()
  await page.getByRole('button', { name: 'Remove prices.csv from this question' }).click()

  const chips = page.getByRole('list', { name: 'Added to this question' })
  await givePicture(page, 'paste', 'small.png', 40)
  await expect(chips.locator('img')).toHaveCount(1)
  await page.route('**/api/trpc/chat.queryStream*', (route) => route.abort())
  await page.getByLabel('Your question').fill('What is on it?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit question' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue('What is on it?')
  await expect(chips.locator('img')).toHaveCount(1)
  await page.unroute('**/api/trpc/chat.queryStream*')
  model.say(['A picture.'])
  await page.getByLabel('Your question').fill('What is on it now?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A picture.')).toBeVisible()
  expect(model.lastRequest().match(/data:image\/png;base64/g)).toHaveLength(1)
  await model.stop()
})

test('an agent whose model does not read images refuses one with a sentence', async ({ page }) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await givePicture(page, 'paste', 'small.png', 40)
  await expect(page.getByText(/small\.png: The model scripted does not read images/)).toBeVisible()
  await model.stop()
})

test('a long pasted text is added below the question, and pasted cells become a data source', async ({
  page,
}) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  const prose = 'One, two. Three.\nFour.\n'.repeat(40)
  await pasteText(page, prose)
  await expect(page.getByText('The pasted text is long, so it is added below your question.')).toBeVisible()
  await page.getByRole('button', { name: 'Put it into the question' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue(prose)
  await page.getByLabel('Your question').fill('')

  await pasteText(page, prose)
  model.say(['Short.'])
  await page.getByLabel('Your question').fill('Sum this up')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Short.', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Sum this up\s+One, two\. Three\./)).toBeVisible()

  await pasteText(page, `name\tcount\n${'Köln\t1\n'.repeat(9)}`)
  await expect(page.getByText('pasted rows.tsv', { exact: true })).toBeVisible()
  await expect(page.getByText('9 rows')).toBeVisible()
  await model.stop()
})

test('an agent with chosen data sources sees a file of its chat, and another user sees none of it', async ({
  page,
  browser,
}) => {
  const model = await startScriptedModel()
  const { agentId } = await openChatWith(page, model.baseUrl)
  await call(page, 'agent.update', { input: { agent_id: agentId, data_source_ids: [] } })
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  await (await chooser).setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(SALES) })
  await expect(page.getByText('4 rows')).toBeVisible()
  await expect
    .poll(async () => {
      const input = { agent_id: agentId }
      return (await call<{ data_source_ids: string[] }>(page, 'agent.get', { kind: 'query', input }))
        .data_source_ids
    })
    .toHaveLength(1)

  const other = await browser.newContext()
  const stranger = await other.newPage()
  await signInWithoutPage(stranger)
  const { data_sources } = await call<{ data_sources: { kind: string }[] }>(stranger, 'dataSource.list', {
    kind: 'query',
  })
  expect(data_sources.filter(({ kind }) => kind === 'file')).toEqual([])
  await other.close()
  await model.stop()
})

/** Drops or pastes files in the page. */
async function give(page: Page, event: 'drop' | 'paste', files: readonly GivenFile[]): Promise<void> {
  await giveFiles(page.getByLabel('Your question'), event, files)
}

async function pasteText(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your question').evaluate((element, pasted) => {
    const transfer = new DataTransfer()
    transfer.setData('text/plain', pasted)
    element.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }),
    )
  }, text)
}

/** Drops or pastes a square picture of stripes. */
async function givePicture(page: Page, type: 'drop' | 'paste', name: string, edge: number): Promise<void> {
  await page.getByLabel('Your question').evaluate(
    async (element, given) => {
      const canvas = Object.assign(document.createElement('canvas'), {
        width: given.edge,
        height: given.edge,
      })
      const context = canvas.getContext('2d')
      for (let at = 0; at < given.edge; at += 8) {
        if (context) context.fillStyle = `hsl(${at} 80% 50%)`
        context?.fillRect(at, (at * 7) % given.edge, 300, 40)
      }
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const transfer = new DataTransfer()
      transfer.items.add(new File([blob ?? ''], given.name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        given.type === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
      )
    },
    { type, name, edge },
  )
}
