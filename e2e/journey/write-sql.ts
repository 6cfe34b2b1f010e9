import { expect, type Page } from '@playwright/test'

/**
 * Replaces the text of the SQL editor as a person does, by keys. `fill` selects the text from outside, and the editor, which
 * may still be loading its schema, can put the cursor back before the new text comes.
 */
export async function writeSql(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL statement' })
  await editor.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await expect(editor).toHaveText(sql.replaceAll('\n', ''))
}
