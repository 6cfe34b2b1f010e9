import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Lists the tests that failed, so that they can stand together at the end of a long output. A report that is missing
 * or truncated lists none.
 *
 * @param {string} report path of a JSON report of Vitest or Playwright
 * @param {string} root the project's folder, which file names leave out
 * @returns {string[]} one line a test: its file, its name and the first line of its error
 */
export function listFailures(report, root) {
  try {
    const content = JSON.parse(readFileSync(report, 'utf8'))
    return 'stats' in content
      ? listSpecs(content.suites, content.config.rootDir, root)
      : listFiles(content.testResults, root)
  } catch {
    return []
  }
}

/**
 * @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string,
 *   failureMessages: string[] }[] }[]} files
 * @param {string} root
 */
function listFiles(files, root) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    if (status === 'failed' && assertionResults.length === 0)
      return [describe(file, 'the file itself', message)]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => describe(file, test.fullName, test.failureMessages[0]))
  })
}

/**
 * @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 *
 * @param {Suite[]} suites
 * @param {string} directory the folder that their file names are relative to
 * @param {string} root
 * @returns {string[]}
 */
function listSpecs(suites, directory, root) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map((spec) => describeSpec(spec, directory, root)),
    ...listSpecs(inner, directory, root),
  ])
}

/** @param {Spec} spec @param {string} directory @param {string} root */
function describeSpec({ title, file, tests }, directory, root) {
  const results = tests.flatMap((test) => test.results)
  return describe(path.relative(root, path.join(directory, file)), title, results.at(-1)?.error?.message)
}

/** @param {string} file @param {string} name @param {string} [message] */
function describe(file, name, message = 'no message') {
  // Playwright colours its messages.
  const [line = ''] = stripVTControlCharacters(message).split('\n')
  return `${file} › ${name}: ${line}`
}
