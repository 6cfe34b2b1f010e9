/** @typedef {{ pattern: RegExp, instead: string }} Banned */

// Words that make a reader stop, and what to write in their place. CONTRIBUTING.md has the rules.
/** @type {Banned[]} */
const BANNED = [
  { pattern: /\bwhoever\b/i, instead: 'name the actor' },
  // The system account that is called nobody stands in quotes.
  {
    pattern: /(?<!['`])\b(?:[Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body\b/,
    instead: 'name the caller, owner, client, operator or model',
  },
  { pattern: /\b(?:by|for|of|to|from|than|only) who\b/i, instead: 'name the actor' },
  { pattern: /\bone's\b|\boneself\b/i, instead: 'name the actor' },
  {
    pattern: /\bof (?:its|their|his|her|our|your|one's|my) own\b/i,
    instead: 'write "its own …", or nothing',
  },
  { pattern: /\bof (?:yours|ours|theirs)\b/i, instead: 'write "your …"' },
  // Allowed are FOREIGN KEY, and "foreign from full" in the alphabetical list of the reserved words of SQL.
  { pattern: /\bforeign\b(?! (?:keys?|from full)\b)/, instead: 'write "another user\'s"' },
  { pattern: /catalogue/i, instead: 'write "catalog"' },
  { pattern: /\bcrosswise\b/i, instead: 'write "deadlock"' },
  { pattern: /\bcounts? no more\b/i, instead: 'write "is expired" or "is revoked"' },
  { pattern: /\b(?:that|which) (?:is|are) none\b/i, instead: 'write "invalid", or say what is missing' },
  { pattern: /\bhow telling\b|\b(?:is|are|was|were) told\b/i, instead: 'write "received" or "configured"' },
]

/**
 * No banned word stands in code, comments, sentences, test names and documents.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkLanguage({ files }) {
  return files
    .filter(isHeld)
    .flatMap(({ path: name, text }) =>
      text.split('\n').flatMap((line, index) => wordsIn(line, `${name}:${index + 1}`)),
    )
}

/** Leaves out the files of this check, which name the words. @param {import('./read-project.mjs').File} file */
function isHeld({ path: name }) {
  return !name.startsWith('scripts/structure/check-language.')
}

/** @param {string} line @param {string} place @returns {string[]} */
function wordsIn(line, place) {
  return BANNED.flatMap(({ pattern, instead }) => {
    const [word] = pattern.exec(line) ?? []
    return word ? [`${place}: "${word}" is banned; ${instead}.`] : []
  })
}
