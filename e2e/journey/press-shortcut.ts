import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a shortcut of the console on a page that may have just loaded, which may not hear keys yet, until it shows. */
export async function pressShortcut(page: Page, keys: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(keys)
    await expect(shown).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}
