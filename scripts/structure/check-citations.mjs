import { existsSync } from 'node:fs'
import path from 'node:path'

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const CITATION = /(?<![\w/.:@-])((?:[\w.-]+\/)*[\w.-]+\.md)(?:#([\w-]+))?/g
const LINK = /\]\(([^)\s#]*\.md)?#([\w-]+)\)/g
const ANCHOR = /^#+ (.+)$|<a id="([\w-]+)">/gm

/**
 * Every document that a comment cites exists, and so does the anchor that a comment or a link names. A comment cites a
 * document by its path from the root, such as `docs/spec/agent-service.md#envelope-failure`.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkCitations(project) {
  return project.files.flatMap((file) => {
    const cited = file.path.endsWith('.md') ? linksIn(file) : citationsIn(file)
    return cited.flatMap((citation) => problemOf(project, file, citation))
  })
}

/** @param {import('./read-project.mjs').File} file */
function citationsIn({ text }) {
  const comments = [...text.matchAll(COMMENT)].map(([comment]) => comment.replaceAll(/https?:\S+/g, ''))
  return comments
    .flatMap((comment) => [...comment.matchAll(CITATION)])
    .map(([, document = '', anchor]) => ({ document, anchor }))
}

/** @param {import('./read-project.mjs').File} file */
function linksIn({ path: name, text }) {
  return [...text.matchAll(LINK)].map(([, target, anchor]) => ({
    document: target ? path.posix.join(path.posix.dirname(name), target) : name,
    anchor,
  }))
}

/**
 * @param {import('./read-project.mjs').Project} project
 * @param {import('./read-project.mjs').File} file
 * @param {{ document: string, anchor: string | undefined }} citation
 * @returns {string[]}
 */
function problemOf({ root, files }, file, { document, anchor }) {
  // A test may write a document, and a package may name its README.
  const places = [document, path.posix.join(file.home, document)]
  if (file.isTest && !existsSync(path.join(root, document))) return []
  const found = files.find(({ path: name }) => places.includes(name))
  if (!found) return [`${file.path}: cites ${document}, which does not exist.`]
  if (!anchor || anchorsOf(found.text).has(anchor)) return []
  return [`${file.path}: cites ${document}#${anchor}, an anchor that does not exist.`]
}

/** @param {string} text @returns {Set<string>} the ids of a document: its headings as GitHub names them, and its `<a id>` */
function anchorsOf(text) {
  return new Set([...text.matchAll(ANCHOR)].map(([, heading, id]) => id ?? slugOf(String(heading))))
}

/** @param {string} heading @returns {string} */
function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
