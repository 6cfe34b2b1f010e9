import type { JsonObject, JsonValue } from '@parley/domain'
import { propertySchema } from './read-properties.ts'

const BLANK = '[redacted]'
const MIN_SECRET_LENGTH = 6
const SECRET_WORD =
  /^(key|pat|dsn|pwd|auth|bearer|cookie|authorization|credentials?|passphrase|.*(token|secret|password|passwd|apikey|accesskey|secretkey|privatekey))$/

/**
 * Whether a property's value must be hidden in traces. Its schema or a word of its name says so, and the
 * value is long enough not to occur in other text by chance.
 */
export function isSecret(value: string, name: string, schema: JsonObject | undefined): boolean {
  if (value.length < MIN_SECRET_LENGTH) return false
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return schema?.format === 'password' || words.some((word) => SECRET_WORD.test(word))
}

/** Returns the secrets among the arguments that an owner fixed, in every form. */
export function argumentSecrets(boundArguments: JsonObject, inputSchema: JsonObject): readonly string[] {
  const secrets = Object.entries(boundArguments).filter(([key, value]) =>
    isSecretArgument(key, value, inputSchema),
  )
  return secretForms(secrets.map(([, value]) => argumentText(value)))
}

/**
 * Returns the arguments that an owner fixed for display in an approval, with `[redacted]` for each secret.
 */
export function blankArguments(boundArguments: JsonObject, inputSchema: JsonObject): JsonObject {
  const forms = argumentSecrets(boundArguments, inputSchema)
  const shown = Object.entries(boundArguments).map(([key, value]) => {
    const isBlank = isSecretArgument(key, value, inputSchema)
    return [key, isBlank ? BLANK : blankJson(value, forms)] as const
  })
  return Object.fromEntries(shown)
}

function isSecretArgument(key: string, value: JsonValue, inputSchema: JsonObject): boolean {
  return isSecret(argumentText(value), key, propertySchema(inputSchema, [key]))
}

function argumentText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Returns every form in which a server may repeat a secret: unchanged, inside JSON, and inside an address.
 * The longest come first, so that no part of a secret remains.
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

/** Returns the text without the given forms of secrets. */
export function blankSecrets(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, BLANK), text)
}

/** Returns the JSON value without the given forms of secrets in its texts, keys and numbers. */
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
