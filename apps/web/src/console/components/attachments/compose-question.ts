import type { Attachment } from './attachment.ts'
import { ATTACHMENT_TEXTS } from './texts.ts'

/** The question with its attached texts below it, and with the names of the attached data that it does not mention. */
export function composeQuestion(question: string, attachments: readonly Attachment[]): string {
  const texts = attachments.flatMap((entry) => (entry.phase === 'text' ? [entry.text] : []))
  const named = attachments.flatMap((entry) => (entry.phase === 'ready' ? [entry.source.name] : []))
  const unnamed = named.filter((name) => !mentions(question, name))
  const withNames = unnamed.length === 0 ? question : ATTACHMENT_TEXTS.namedData(question, unnamed)
  return texts.reduce((whole, text) => ATTACHMENT_TEXTS.pastedTextBelow(whole, text), withNames)
}

function mentions(question: string, name: string): boolean {
  const words = (text: string) => text.toLowerCase().replaceAll('_', ' ')
  return words(question).includes(words(name))
}
