import { startPeer } from '../start-service.mjs'

const HELD_MS = 30_000

/** @typedef {Awaited<ReturnType<typeof startHeldModel>>} HeldModel */

/** Starts a model that asks for its first tool and then answers, and that can be held in the middle of a call. */
export async function startHeldModel() {
  const { origin, stop } = await startPeer('tool-calling-model.mjs')
  const tell = async (/** @type {string} */ path) => (await fetch(`${origin}${path}`)).text()
  return {
    origin,
    stop,
    /** Calls wait from now on. */
    hold: () => tell('/hold'),
    release: () => tell('/release'),
    /** Waits for a call that is held. */
    async untilHeld() {
      const startedAt = performance.now()
      while ((await tell('/held')) === '0')
        if (performance.now() - startedAt > HELD_MS) throw new Error('The model was not asked in time.')
    },
  }
}
