import { importsOf, sourcesOf } from './read-project.mjs'

/** @typedef {{ pattern: RegExp, unless?: RegExp, homes: string[], reason: string }} Door */

// Things that one place only may use, recognised by the imports …
/** @type {Door[]} */
const IMPORTED = [
  {
    pattern: /^(@prisma\/|prisma$)/,
    homes: ['packages/db'],
    reason: 'only packages/db uses Prisma',
  },
  {
    pattern: /^pg$/,
    homes: ['packages/db', 'packages/data', 'packages/backup'],
    reason:
      'only packages/db, packages/backup, and packages/data for the sources of its users, connect to PostgreSQL',
  },
  {
    pattern: /^undici$/,
    homes: ['packages/net'],
    reason: 'only packages/net opens connections',
  },
  {
    pattern: /^node:child_process$/,
    homes: ['packages/data'],
    reason: 'only the sandbox of packages/data starts processes',
  },
]

// … or by the text.
/** @type {Door[]} */
const WRITTEN = [
  {
    pattern: /\bprocess\.env\b(?!\.\w+ = )|\bfrom 'node:process'/,
    // The command is a program beside the service.
    homes: ['apps/web/src/env.ts', 'packages/cli/src/main.ts'],
    reason: 'only apps/web/src/env.ts reads the environment',
  },
  {
    pattern: /(?<![\w.'"`])fetch\(|(?<!typeof )\bglobalThis\.fetch\b/,
    // A parameter that is called fetch is the one of packages/net.
    unless: /\bfetch\??\s*[:,}]/,
    // Two clients that other programs use, also in a browser, and the console.
    homes: [
      'packages/net',
      'packages/ledger',
      'packages/sdk',
      'apps/web/src',
      'apps/web/app',
      // Writes fetch into examples.
      'packages/contract/src/openapi/samples/write-typescript.ts',
    ],
    reason: 'only packages/net opens connections; take a fetch from it',
  },
  {
    pattern:
      /\b(https?|net|tls)\.(request|get|connect|createConnection)\(|\b(request|get|connect|createConnection)\b[^;]*from 'node:(https?|http2|net|tls)'/,
    homes: ['packages/net'],
    reason: 'only packages/net opens connections',
  },
  {
    pattern: /^\s*['"]use server['"]/m,
    homes: [],
    reason: 'Server Actions are not used: every call goes through the endpoint table',
  },
]

/**
 * Some things may be used in one place only: the database, the environment, the network, child processes.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkDoors(project) {
  return sourcesOf(project)
    .filter((file) => !file.isTest && !file.path.endsWith('.config.ts'))
    .flatMap((file) => {
      const code = withoutComments(file.text)
      const opened = [
        ...IMPORTED.filter(({ pattern }) => importsOf(file).some((specifier) => pattern.test(specifier))),
        ...WRITTEN.filter(({ pattern, unless }) => pattern.test(code) && !unless?.test(code)),
      ]
      const forbidden = opened.filter(({ homes }) => !homes.some((home) => isWithin(file.path, home)))
      return forbidden.map(({ reason }) => `${file.path}: ${reason}.`)
    })
}

/** @param {string} name @param {string} home @returns {boolean} */
function isWithin(name, home) {
  return name === home || name.startsWith(`${home}/`)
}

/** @param {string} text @returns {string} */
function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}
