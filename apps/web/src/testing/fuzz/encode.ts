/** A value in an address, cut so that few requests exceed the limit of 16 KB for headers. */
export function encode(text: string): string {
  return encodeURIComponent(text.slice(0, 6_000).toWellFormed()).slice(0, 17_000)
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
