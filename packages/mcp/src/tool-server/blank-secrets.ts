import type { JsonObject, JsonValue } from '@parley/agent'
import { propertySchema } from './read-properties.ts'

const BLANK = '[redacted]'
const MIN_SECRET_LENGTH = 6
const SECRET_WORD =
  /^(key|pat|dsn|pwd|auth|bearer|cookie|authorization|credentials?|passphrase|.*(token|secret|password|passwd|apikey|accesskey|secretkey|privatekey))$/

/**
 * Whether a property's value must not show up in a trace: its schema says so, or one of the words in its name does,
 * and it is long enough not to be part of everything.
 */
export function isSecret(value: string, name: string, schema: JsonObject | undefined): boolean {
  if (value.length < MIN_SECRET_LENGTH) return false
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return schema?.format === 'password' || words.some((word) => SECRET_WORD.test(word))
}

/** The secrets among the arguments an owner fixed, in every form. */
export function argumentSecrets(boundArguments: JsonObject, inputSchema: JsonObject): readonly string[] {
  const values = Object.entries(boundArguments).flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return isSecret(text, key, propertySchema(inputSchema, [key])) ? [text] : []
  })
  return secretForms(values)
}

/**
 * Every form in which a server may repeat a secret: as it is, inside JSON, and inside an address. The longest
 * come first, so that no part of one is left over.
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
  ])
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** A text without the given forms of secrets. */
export function blankSecrets(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, BLANK), text)
}

/** A JSON value without the given forms of secrets, in its texts, keys and numbers. */
export function blankJson(value: JsonValue, forms: readonly string[]): JsonValue {
  if (forms.length === 0) return value
  if (typeof value === 'string') return blankSecrets(value, forms)
  if (typeof value === 'number') return forms.includes(String(value)) ? BLANK : value
  if (Array.isArray(value)) return value.map((entry) => blankJson(entry, forms))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, entry]) => [blankSecrets(key, forms), blankJson(entry, forms)]),
  )
}
