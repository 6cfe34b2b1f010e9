import { test as base, expect } from '@playwright/test'

/** Violations of the content security policy and script errors, which no page may have. */
type Faults = { readonly faults: string[] }

/** Playwright's test against the running service; fails when a page violated its policy or threw an error. */
export const test = base.extend<Faults>({
  baseURL: async ({ browserName: _ }, use) => {
    const origin = process.env.PARLEY_E2E_ORIGIN
    if (!origin) throw new Error('The global setup has started no service.')
    await use(origin)
  },
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(String(error.error())))
      context.on('console', (message) => {
        if (/Content Security Policy|hydrat/i.test(message.text())) faults.push(message.text())
      })
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * For `test.use`: the journeys of a file run with animations, as most people see them. In these files animations may
 * change what a journey is about: the focus, what lies over a page, and keys pressed meanwhile.
 */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

export { expect }
