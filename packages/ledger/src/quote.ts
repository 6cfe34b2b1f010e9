const MAX_SHOWN = 100

/** Quotes a text for an error message; cuts a long text. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}
