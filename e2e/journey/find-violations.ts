import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Scope = {
  /** Tags of rules. Without tags and rules, every rule of axe counts. */
  readonly tags?: string[]
  /** Names of rules. */
  readonly rules?: string[]
  readonly disabledRules?: string[]
  /** A selector of the only part to look at. */
  readonly part?: string
}

/**
 * Returns what axe finds wrong with a page, as `rule: elements`. The pages have no frames of other origins, so axe runs
 * in the page itself and needs no second page for its result, which takes a quarter of the time.
 */
export async function findViolations(
  page: Page,
  { tags, rules, disabledRules, part }: Scope = {},
): Promise<string[]> {
  // Of what passes, only the names of the rules: the selectors of thousands of elements would be computed and sent.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (tags) axe.withTags(tags)
  if (rules) axe.withRules(rules)
  if (disabledRules) axe.disableRules(disabledRules)
  if (part) axe.include(part)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
