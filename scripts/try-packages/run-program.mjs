import { execFileSync } from 'node:child_process'

/**
 * Runs a program to its end. Throws with its error output when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Readonly<Record<string, string>> }} place `env` is added to that of this process.
 * @returns {string} its output
 */
export function runProgram(command, args, { cwd, env = {} }) {
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** @param {string} what @param {string} printed @param {RegExp} expected */
export function expectPrinted(what, printed, expected) {
  if (!expected.test(printed)) throw new Error(`${what} printed "${printed.trim()}" and not ${expected}.`)
}
