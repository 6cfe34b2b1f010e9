import { inspect } from 'node:util'

/**
 * Wraps a value that must not be printed. Logging, JSON and string conversion show `[redacted]`; only
 * `reveal()` gives the value, so that every place that needs it can be found by that name.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  get isEmpty(): boolean {
    return this.#value === ''
  }

  toString(): string {
    return '[redacted]'
  }

  toJSON(): string {
    return '[redacted]'
  }

  [inspect.custom](): string {
    return '[redacted]'
  }
}
