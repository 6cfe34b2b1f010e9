import type { Deps } from '@parley/core'
import { createModel, listModels, openModels, seesPictures, withRetries } from '@parley/llm'
import type { Egress } from '@parley/net'

/** The demo model's public address, and its address in this process. */
export type DemoModelAddress = { readonly shown: string; readonly actual: string }

/**
 * Creates models from configurations and lists the models of providers. Requests to the demo model's public
 * address go directly to this process.
 */
export function createModels(
  egress: Egress,
  demoModel: DemoModelAddress | null,
): Pick<Deps, 'openModel' | 'listModels' | 'seesPictures'> {
  const resolve = (baseUrl: string | null) =>
    demoModel !== null && isSamePlace(baseUrl, demoModel.shown) ? demoModel.actual : baseUrl

  return {
    seesPictures,
    openModel: openModels((config) =>
      withRetries(createModel({ ...config, baseUrl: resolve(config.baseUrl) }, { egress })),
    ),
    listModels: (config, signal) =>
      listModels({ ...config, baseUrl: resolve(config.baseUrl) }, { egress, signal }),
  }
}

/** Whether two addresses are the same place; all names of the loopback are equal. */
function isSamePlace(address: string | null, shown: string): boolean {
  if (address === null || !URL.canParse(address)) return false
  const [one, other] = [new URL(address), new URL(shown)]
  const host = ({ hostname }: URL) =>
    /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'loopback' : hostname
  const place = (url: URL) => [url.protocol, host(url), url.port, url.pathname.replace(/\/+$/, '')].join(' ')
  return place(one) === place(other)
}
