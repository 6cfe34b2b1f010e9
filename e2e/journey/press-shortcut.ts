import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a shortcut of the console until `shown` is visible: a page that has just loaded may not hear keys yet. */
export async function pressShortcut(page: Page, keys: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(keys)
    await expect(shown).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}
