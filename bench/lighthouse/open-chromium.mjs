import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** The phone of Lighthouse. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }

/**
 * @typedef {{ method: string, params: any, sessionId?: string }} DevtoolsEvent
 * @typedef {(method: string, params?: object, sessionId?: string) => Promise<any>} Send
 * @typedef {{ send: Send, listen: (read: (event: DevtoolsEvent) => void) => () => void, close: () => Promise<void> }} Chromium
 * @typedef {{ send: Send, listen: Chromium['listen'], load: (path: string) => Promise<void>, close: () => Promise<unknown> }} Phone
 */

/**
 * Starts Chromium without a window and connects to it (Chrome DevTools Protocol).
 *
 * @param {string} program path of Chromium
 * @returns {Promise<Chromium>}
 */
export async function openChromium(program) {
  const profile = await mkdtemp(path.join(tmpdir(), 'parley-chromium-'))
  const flags = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
  ]
  // As root Chromium has no sandbox.
  if (process.getuid?.() === 0) flags.push('--no-sandbox')
  const browser = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(await addressOf(browser))
  await once(socket, 'open')
  let last = 0
  const open = new Map()
  const readers = new Set()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data)
    if (message.id === undefined) {
      for (const read of readers) read(message)
      return
    }
    const { resolve, reject } = open.get(message.id)
    open.delete(message.id)
    if (message.error) reject(new Error(message.error.message))
    else resolve(message.result)
  })
  return {
    send(method, params = {}, sessionId = undefined) {
      const id = ++last
      socket.send(JSON.stringify({ id, method, params, sessionId }))
      return new Promise((resolve, reject) => open.set(id, { resolve, reject }))
    },
    listen(read) {
      readers.add(read)
      return () => readers.delete(read)
    },
    async close() {
      socket.close()
      browser.kill()
      await once(browser, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Opens a page as a phone, with empty caches. It shows a small answer of the service first, so that the process of the page
 * runs before the load that is measured.
 *
 * @param {Chromium} chromium @param {string} origin @param {string | null} token of a signed-in person
 * @returns {Promise<Phone>}
 */
export async function openPhone(chromium, origin, token) {
  const { browserContextId } = await chromium.send('Target.createBrowserContext')
  const { targetId } = await chromium.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method, params) => chromium.send(method, params, sessionId)
  await send('Page.enable')
  await send('Page.setLifecycleEventsEnabled', { enabled: true })
  await send('Emulation.setDeviceMetricsOverride', PHONE)
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  if (token !== null) await send('Network.setCookie', { name: 'parley.session', value: token, url: origin })

  /** Returns when the page has asked the service for nothing more for half a second. */
  async function load(address) {
    const idle = new Promise((resolve) => {
      const stop = chromium.listen(({ method, params, sessionId: from }) => {
        if (from !== sessionId || method !== 'Page.lifecycleEvent' || params.name !== 'networkIdle') return
        if (params.loaderId !== loaderId) return
        stop()
        resolve(undefined)
      })
    })
    const { loaderId } = await send('Page.navigate', { url: `${origin}${address}` })
    await idle
  }
  await load('/healthz')
  const close = () => chromium.send('Target.disposeBrowserContext', { browserContextId })
  return { send, listen: chromium.listen, load, close }
}

/** @param {import('node:child_process').ChildProcess} browser @returns {Promise<string>} */
function addressOf(browser) {
  return new Promise((resolve, reject) => {
    browser.once('exit', (code) => reject(new Error(`Chromium ended with ${code}.`)))
    if (!browser.stderr) return
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const address = /DevTools listening on (\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}
