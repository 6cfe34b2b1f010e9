import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test, WITH_MOTION } from './journey/test.ts'

test.use(WITH_MOTION)

test('a dialog with a form opens with the focus in its first field, not on its close button', async ({
  page,
}) => {
  await signInWithoutPage(page)
  const dialog = page.getByRole('dialog')
  for (const [address, button, field] of [
    ['/settings/personas', 'New persona', 'Name'],
    ['/definitions', 'New definition', 'Word'],
    ['/sources', 'Connect a database or an API', 'Connection URL'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: button }).click()
    await expect(dialog.getByRole('textbox', { name: field }), address).toBeFocused()
  }
  await page.goto('/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  const [first, second] = [dialog.getByRole('radio').first(), dialog.getByRole('radio').nth(1)]
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(second).toBeChecked()
})
