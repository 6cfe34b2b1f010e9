/** The purposes for which the operator may allow a private address or a denied port. */
const ALLOW_PURPOSES = ['model', 'tool', 'database', 'api', 'webhook'] as const

export type AllowPurpose = (typeof ALLOW_PURPOSES)[number]

const ENTRY = /^([a-z]+):([^:]+|\[[0-9a-f:.]+\]):([0-9]{1,5})$/

/**
 * Reads `purpose:host:port` entries, an IPv6 literal in brackets, into lower case without white space. Throws an Error
 * that quotes the first entry of another form and says what to write instead.
 */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.map((entry) => parseEntry(entry.trim().toLowerCase())))
}

/** Whether an entry allows this purpose, host and port. */
export function isListed(
  allow: ReadonlySet<string>,
  purpose: AllowPurpose,
  { host, port }: { readonly host: string; readonly port: number },
): boolean {
  return allow.has(`${purpose}:${host.includes(':') ? `[${host}]` : host}:${port}`)
}

function parseEntry(entry: string): string {
  const [, purpose] = ENTRY.exec(entry) ?? []
  if (ALLOW_PURPOSES.some((known) => known === purpose)) return entry
  const address = entry.replace(/^[a-z]+:(?=.*:)/, '')
  const forms = ALLOW_PURPOSES.map((known) => `${known}:${address}`).join(', ')
  throw new Error(`"${entry}" does not say what the address may be used for. Write one or more of: ${forms}.`)
}
