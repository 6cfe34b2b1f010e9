import type { Picture, ToolMessage, UserMessage } from '@parley/agent'
import type { Provider } from '@parley/domain'

/** Models that read text alone, by provider. Sources: the vendors' pages on models. */
const BLIND: Readonly<Record<Exclude<Provider, 'deepseek' | 'ollama'>, RegExp>> = {
  openai: /^(ft:)?(gpt-3|gpt-4(-\d{4}|-32k|$)|o1-(mini|preview)|o3-mini)/,
  anthropic: /^claude-(2|instant)/,
  gemini: /embedding|aqa/,
}

/** Self-hosted models that read pictures, by the names under which they are published. */
const SEEING =
  /llava|vision|moondream|minicpm-v|pixtral|gemma-?3(?!.*(270m|1b))|gemma-?4|llama-?4|mistral-small-?3|[-_.\d]vl\b|internvl|gpt-4o/i

/** Whether a model can see pictures. Self-hosted models that are not known to see them get none. */
export function seesPictures({ provider, model }: { provider: Provider; model: string }): boolean {
  if (provider === 'deepseek') return false
  return provider === 'ollama' ? SEEING.test(model) : !BLIND[provider].test(model)
}

/** The text of a tool's result for a model that cannot see its pictures. */
export function withPictureNote({ content, pictures = [] }: ToolMessage): string {
  if (pictures.length === 0) return content
  const count = pictures.length === 1 ? 'One picture was' : `${pictures.length} pictures were`
  return `${content}\n[${count} returned and shown to the user. You cannot see pictures.]`
}

/** The text of a question for a model that cannot see its pictures. */
export function withAttachedNote({ content, pictures = [] }: UserMessage): string {
  if (pictures.length === 0) return content
  return `${content}\n[The user attached pictures: ${pictures.length}. You cannot see pictures.]`
}

/** A picture as base64. */
export function toBase64({ bytes }: Picture): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** A picture as a `data:` URL (RFC 2397). */
export function toDataUrl(picture: Picture): string {
  return `data:${picture.mediaType};base64,${toBase64(picture)}`
}
