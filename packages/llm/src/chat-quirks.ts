import type { Provider } from '@parley/domain'

/** How a server of chat completions differs from the interface as first published. */
export type ChatQuirks = {
  /** Fields of an assistant message that the server needs back unchanged. */
  readonly echoedFields: readonly string[]
  /** `extra_content` of a tool call (it holds the thought signature) must be sent back. */
  readonly hasToolCallSignatures: boolean
  /** `[DONE]` ends a stream even when no chunk gave a finish reason. */
  readonly isDoneEnough: boolean
}

/** Sources: the vendors' pages on compatibility and on thinking models. */
export const CHAT_QUIRKS: Readonly<Record<Exclude<Provider, 'openai' | 'anthropic'>, ChatQuirks>> = {
  gemini: { echoedFields: [], hasToolCallSignatures: true, isDoneEnough: false },
  deepseek: { echoedFields: ['reasoning_content'], hasToolCallSignatures: false, isDoneEnough: false },
  // Any compatible server: proxies in front of Gemini or of a thinking model pass the same fields through.
  ollama: { echoedFields: ['reasoning_details'], hasToolCallSignatures: true, isDoneEnough: true },
}
