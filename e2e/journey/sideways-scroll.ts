import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Fails the journey, at its end, when the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, page.url()).toBeLessThanOrEqual(0)
}
