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
  return forms.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
}
