import { parseArgs } from 'node:util'
import { UsageError } from './usage.ts'

/** Options by name, with their texts. */
export type Options = Readonly<Record<string, string | undefined>>

/**
 * Reads options of the form --name value.
 *
 * @throws UsageError for an unknown option and for any other argument.
 */
export function parseOptions(args: string[], names: readonly string[]): Options {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args, options, strict: true }).values as Options // every option is a string
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The text of a required option.
 *
 * @throws UsageError when it is missing.
 */
export function requireOption(options: Options, name: string): string {
  const value = options[name]
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

/**
 * An option that is a whole number, or its default.
 *
 * @throws UsageError when it is not a whole number or is above the maximum.
 */
export function integerOption(
  options: Options,
  name: string,
  { fallback, max = Number.MAX_SAFE_INTEGER }: { fallback?: number; max?: number } = {},
): number {
  const text = options[name] ?? fallback?.toString()
  if (text === undefined) throw new UsageError(`--${name} is missing`)
  if (!/^\d+$/.test(text) || Number(text) > max) {
    throw new UsageError(`--${name} must be a whole number up to ${max}`)
  }
  return Number(text)
}
