import type { Deps } from '@parley/core'
import { openModels, withRetries } from '@parley/llm'
import type { Egress } from '@parley/net'

/** Where the demo model is known to users, and where it listens in this process. */
export type DemoModelAddress = { readonly shown: string; readonly actual: string }

/** Makes models from configurations. The demo model's public address leads to this process without a detour. */
export function modelOpener(egress: Egress, demoModel: DemoModelAddress | null): Deps['openModel'] {
  const open = openModels({ egress })
  return ({ provider, model, baseUrl, apiKey, params }) => {
    const isDemo = demoModel !== null && baseUrl?.replace(/\/+$/, '') === demoModel.shown
    const { temperature, topP, maxTokens } = params
    const config = {
      provider,
      model,
      apiKey: apiKey.reveal(),
      baseUrl: isDemo ? demoModel.actual : baseUrl,
      params: {
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      },
    }
    return withRetries(open(config))
  }
}
