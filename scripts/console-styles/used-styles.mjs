// Which styles of Mantine the console needs: those of the components that its sources import, and of the components that
// these are made of.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What the provider itself needs. */
const FOUNDATION = ['baseline', 'default-css-variables', 'global']
const IMPORT = /(?:import|export)\s*(type\s)?\s*([^'";]*?)\s*from\s*["']([^"']+)["']/g
const CORE = '@mantine/core'
/** This package of Mantine is not installed beside the app. The others are. */
const WITHOUT_COMPONENTS = '@mantine/store'

/**
 * Returns the names of the needed styles in Mantine's own order, in which a later rule overrides an earlier one.
 *
 * @param {string} app the folder of the app, with its `node_modules`
 * @param {readonly string[]} sources its source files
 */
export function usedStyles(app, sources) {
  const modules = new Set()
  for (const file of sources) followAll(app, importsOf(file), modules)
  const needed = new Set([...FOUNDATION, ...[...modules].flatMap(styleOf)])
  return stylesInOrder(path.join(app, 'node_modules', CORE)).filter((name) => needed.has(name))
}

/** @param {string} app @param {Import[]} imports @param {Set<string>} modules collects the files that are reached */
function followAll(app, imports, modules) {
  for (const { names, from } of imports) {
    if (!from.startsWith('@mantine/') || from === WITHOUT_COMPONENTS) continue
    const index = path.join(app, 'node_modules', from, 'esm/index.mjs')
    for (const name of names) follow(app, moduleOf(index, name), modules)
  }
}

/** @param {string} app @param {string | undefined} file @param {Set<string>} modules */
function follow(app, file, modules) {
  if (file === undefined || modules.has(file)) return
  modules.add(file)
  const imports = importsOf(file)
  followAll(app, imports, modules)
  for (const { from } of imports) {
    if (from.startsWith('.')) follow(app, path.join(path.dirname(file), from), modules)
  }
}

/** @typedef {{ names: string[], from: string }} Import */

/** @type {Map<string, Import[]>} */
const read = new Map()

/** @param {string} file @returns {Import[]} its imports, without types */
function importsOf(file) {
  const known = read.get(file)
  if (known) return known
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .filter(([, type]) => type === undefined)
    .map(([, , names = '', from = '']) => ({ names: namesIn(names), from }))
  read.set(file, imports)
  return imports
}

/** @param {string} clause such as `{ Button, type ButtonProps, Menu as List }` @returns {string[]} */
function namesIn(clause) {
  return (clause.match(/\{([^}]*)\}/)?.[1] ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('type '))
}

/** @param {string} index @param {string} name @returns {string | undefined} the file that defines an export */
function moduleOf(index, name) {
  const from = importsOf(index).find(({ names }) => names.includes(name))?.from
  return from?.startsWith('.') ? path.join(path.dirname(index), from) : undefined
}

/** @param {string} file @returns {string[]} the styles of a file with class names */
function styleOf(file) {
  const name = path.basename(file).match(/^(.+)\.module\.mjs$/)?.[1]
  return name === undefined ? [] : [name]
}

/** @param {string} core @returns {string[]} the names of all styles, as they follow each other in the one file that holds all */
function stylesInOrder(core) {
  const whole = bare(readFileSync(path.join(core, 'styles.layer.css'), 'utf8'))
  return globSync('styles/*.layer.css', { cwd: core })
    .map((file) => ({
      name: path.basename(file, '.layer.css'),
      place: whole.indexOf(bare(readFileSync(path.join(core, file), 'utf8'))),
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ name, place }) => {
      if (place < 0) throw new Error(`The styles of ${name} are not part of all styles as they stand.`)
      return name
    })
}

/** @param {string} css @returns {string} its rules without the layer and blanks */
function bare(css) {
  return css.replace(/^\s*@layer mantine\s*\{|\}\s*$/g, '').replace(/\s/g, '')
}
