import type { Page } from '@playwright/test'
import { englishTexts } from './english-texts.ts'
import { findViolations } from './find-violations.ts'
import { expect } from './test.ts'

/** Nothing that a page shows or says is one of the console's English texts, and the page passes the checks of axe. */
export async function expectChinese(page: Page): Promise<void> {
  const place = page.url()
  await expect(page.locator('html'), place).toHaveAttribute('lang', 'zh-Hans')
  const english = await englishTexts()
  const left = (await textsOf(page)).filter((text) => english.some((pattern) => pattern.test(text)))
  expect.soft(left, place).toEqual([])
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  expect.soft(await findViolations(page, { tags }), place).toEqual([])
}

/** What a page shows, and what it says to a screen reader. The API reference lists the operations of the OpenAPI document, which is English. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const isOfDocument = (element: Element) =>
      element.closest('code, pre, .mantine-Accordion-control, svg.marks') !== null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (element?.checkVisibility() && !isOfDocument(element)) texts.push(node.textContent ?? '')
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (!isOfDocument(element)) texts.push(element.getAttribute(name) ?? '')
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
  })
}
