import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

type Scope = {
  /** Tags of rules. Without tags and rules, every rule of axe is checked. */
  readonly tags?: string[]
  /** Names of rules. */
  readonly rules?: string[]
  readonly disabledRules?: string[]
  /** A selector of the only part to look at. */
  readonly part?: string
}

/**
 * Returns what axe finds wrong with a page, as `rule: elements`. The page keeps axe for the next call, because sending
 * and compiling its source takes longer than most runs. Throws for a page with frames, which axe would not see.
 */
export async function findViolations(
  page: Page,
  { tags, rules, disabledRules = [], part }: Scope = {},
): Promise<string[]> {
  expect(page.frames(), 'frames of the page').toHaveLength(1)
  const options: axe.RunOptions = {
    // For rules that pass, only their names: else axe would compute and send the selectors of thousands of elements.
    resultTypes: ['violations'],
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
    rules: Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }])),
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(runAxe, { part, options })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
}

type Arguments = { readonly part: string | undefined; readonly options: axe.RunOptions }

/** Runs in the page. */
async function runAxe({ part, options }: Arguments) {
  const loaded: typeof axe = Reflect.get(window, 'axe')
  const { violations } = await loaded.run(part ?? document, options)
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
}
