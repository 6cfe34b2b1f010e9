import type { Deps } from '@parley/core'
import { listModels, openModels, withRetries } from '@parley/llm'
import type { Egress } from '@parley/net'

/** Where the demo model is known to users, and where it listens in this process. */
export type DemoModelAddress = { readonly shown: string; readonly actual: string }

/**
 * Makes models from configurations and asks providers what they offer. The demo model's public address leads to this
 * process without a detour.
 */
export function createModels(
  egress: Egress,
  demoModel: DemoModelAddress | null,
): Pick<Deps, 'openModel' | 'listModels'> {
  const open = openModels({ egress })
  const resolve = (baseUrl: string | null) =>
    demoModel !== null && isSamePlace(baseUrl, demoModel.shown) ? demoModel.actual : baseUrl

  return {
    openModel({ provider, model, baseUrl, apiKey, params: { temperature, topP, maxTokens } }) {
      const params = {
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      }
      return withRetries(
        open({ provider, model, apiKey: apiKey.reveal(), baseUrl: resolve(baseUrl), params }),
      )
    },
    listModels: ({ provider, baseUrl, apiKey }, signal) =>
      listModels({ provider, apiKey: apiKey.reveal(), baseUrl: resolve(baseUrl) }, { egress, signal }),
  }
}

/** Whether two addresses name one place, whichever name of the loopback each of them uses. */
function isSamePlace(address: string | null, shown: string): boolean {
  if (address === null || !URL.canParse(address)) return false
  const [one, other] = [new URL(address), new URL(shown)]
  const host = ({ hostname }: URL) =>
    /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'loopback' : hostname
  const place = (url: URL) => [url.protocol, host(url), url.port, url.pathname.replace(/\/+$/, '')].join(' ')
  return place(one) === place(other)
}
