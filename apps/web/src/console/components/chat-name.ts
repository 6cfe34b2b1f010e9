import { COMPONENT_TEXTS } from './texts.ts'

/** The name of a chat as lists show it. */
export function chatName(name: string): string {
  return name.trim() === '' ? COMPONENT_TEXTS.untitledChat : name
}
