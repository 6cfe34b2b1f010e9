/** A data source that a file became, or that the user named. */
type AttachedSource = {
  readonly id: string
  /** The name in SQL. */
  readonly name: string
  /** Null where it is unknown. */
  readonly rowCount: number | null
}

/** A file or a text that the user added to a question. */
export type Attachment = { readonly id: string; readonly name: string } & (
  | { readonly phase: 'waiting' }
  /** `sent` is 0 to 1; 1 means that the file has been sent and is being read. */
  | { readonly phase: 'sending'; readonly sent: number }
  | { readonly phase: 'ready'; readonly source: AttachedSource }
  | { readonly phase: 'failed'; readonly sentence: string }
  | { readonly phase: 'text'; readonly text: string }
  /** An image as a `data:` URL, or the path of one that is stored with an earlier question. */
  | { readonly phase: 'image'; readonly url: string }
)

/** Whether a file is still on its way. */
export function isUnderWay({ phase }: Attachment): boolean {
  return phase === 'waiting' || phase === 'sending'
}

/** Whether an attachment has become a data source. */
export function isReady(entry: Attachment): entry is Extract<Attachment, { phase: 'ready' }> {
  return entry.phase === 'ready'
}

/** The attachments of a draft as the tab kept them; files that were under way at a reload are gone. */
export function readAttachments(key: string): readonly Attachment[] {
  if (typeof window === 'undefined') return []
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey(key)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Keeps the attachments of a draft in the tab, so that they survive a reload. */
export function keepAttachments(key: string, attachments: readonly Attachment[]): void {
  const kept = attachments.filter(({ phase }) => phase === 'ready' || phase === 'text' || phase === 'image')
  try {
    if (kept.length === 0) window.sessionStorage.removeItem(storageKey(key))
    else window.sessionStorage.setItem(storageKey(key), JSON.stringify(kept))
  } catch {
    // A text larger than the storage of the tab is lost at a reload.
  }
}

function storageKey(key: string): string {
  return `parley.attachments.${key}`
}
