const MAX_SHOWN = 100

/** A text in quotation marks as errors show it; of a long one the beginning. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}
