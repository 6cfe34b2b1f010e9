/**
 * The name of a table inside its source, from its parts: `public.orders`. A part that holds a dot or a quote stands in
 * double quotes.
 */
export function joinName(parts: readonly string[]): string {
  return parts.map((part) => (/[."]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)).join('.')
}

/** The parts of such a name. */
export function splitName(name: string): string[] {
  const parts = name.match(/"(?:[^"]|"")*"|[^.]+/g) ?? []
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
}
