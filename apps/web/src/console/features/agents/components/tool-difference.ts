import type { ToolSnapshot } from '@parley/contract'

/** A line of a part, and whether the other definition lacks it. */
export type Line = { readonly position: number; readonly text: string; readonly isChanged: boolean }

export type ChangedPart = {
  readonly name: 'description' | 'inputs' | 'hints'
  readonly before: readonly Line[]
  readonly after: readonly Line[]
}

/** The parts of a tool in which two definitions differ, line by line. The order of keys is no difference. */
export function changedParts(before: ToolSnapshot, after: ToolSnapshot): ChangedPart[] {
  const parts = [
    { name: 'description' as const, before: before.description, after: after.description },
    { name: 'inputs' as const, before: toText(before.input_schema), after: toText(after.input_schema) },
    { name: 'hints' as const, before: toText(before.hints), after: toText(after.hints) },
  ]
  return parts
    .filter((part) => part.before !== part.after)
    .map(({ name, ...part }) => {
      const [old, young] = [part.before.split('\n'), part.after.split('\n')]
      return { name, before: mark(old, young), after: mark(young, old) }
    })
}

function mark(lines: readonly string[], others: readonly string[]): Line[] {
  const known = new Set(others.map(withoutComma))
  return lines.map((text, position) => ({ position, text, isChanged: !known.has(withoutComma(text)) }))
}

/** A last line gets a comma when another line follows it. That does not change the line. */
function withoutComma(line: string): string {
  return line.replace(/,$/, '')
}

function toText(value: unknown): string {
  return JSON.stringify(value, sortKeys, 2)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
