/** What a server did in place of what a rule demands. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** Throws Violation with the sentence unless the condition holds. */
export function ensure(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Violation(sentence)
}

const LONGEST_SHOWN = 200

/** A value as a message shows it. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

/** Throws Violation unless a value is one of those that are expected. */
export function requireOne(value: unknown, expected: readonly unknown[], name: string): void {
  ensure(
    expected.includes(value),
    `${name} is ${show(value)} and must be ${expected.map(show).join(' or ')}.`,
  )
}

/** Throws Violation unless an object has exactly these fields. */
export function requireFields(value: unknown, fields: readonly string[], name: string): void {
  const found = Object.keys(Object(value)).toSorted()
  ensure(
    found.join() === fields.toSorted().join(),
    `${name} has the fields ${found.join(', ') || '(none)'} and must have ${fields.toSorted().join(', ')}.`,
  )
}

/** Throws Violation unless an object has at least these fields. */
export function requireSome(value: unknown, fields: readonly string[], name: string): void {
  const missing = fields.filter((field) => !(field in Object(value)))
  ensure(missing.length === 0, `${name} lacks ${missing.join(', ')}.`)
}

/** Throws Violation unless a text has a form. */
export function requireForm(value: unknown, form: RegExp, name: string): void {
  ensure(typeof value === 'string' && form.test(value), `${name} is ${show(value)} and must match ${form}.`)
}
