import type { Provider } from '@parley/domain'
import type { Egress } from '@parley/net'

export type ModelDeps = {
  readonly egress: Egress
  /** Gateway addresses that the operator uses in place of a vendor. */
  readonly vendorUrls?: Partial<Record<Provider, string>>
}

export type Vendor = {
  /** The vendor's name in a sentence for the caller. */
  readonly label: string
  /** Null when every installation has its own address. */
  readonly baseUrl: string | null
  readonly isKeyRequired: boolean
}

export const VENDORS: Readonly<Record<Provider, Vendor>> = {
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', isKeyRequired: true },
  anthropic: { label: 'Anthropic', baseUrl: 'https://api.anthropic.com', isKeyRequired: true },
  gemini: {
    label: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    isKeyRequired: true,
  },
  deepseek: { label: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', isKeyRequired: true },
  ollama: { label: 'The model server', baseUrl: null, isKeyRequired: false },
}
