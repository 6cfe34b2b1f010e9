import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Tree = Record<string, string>

const DOC = '/** Does what it says. */\n'

// A small repository with nothing wrong in it.
const SOUND: Tree = {
  'README.md': 'See `packages/agent/src/run.ts` and [the rules](CONTRIBUTING.md#rules).',
  'CONTRIBUTING.md': 'Run `node scripts/check.mjs`. Packages: `packages/*/src`.',
  'scripts/check.mjs': '',
  'apps/web/README.md': '',
  'apps/web/server.ts': "import '@parley/db'\nimport '@parley/llm'\n",
  'apps/web/src/composition.ts': "import '@parley/data'\n",
  'apps/web/src/env.ts': 'const port = process.env.PORT\n',
  'apps/web/src/features/chat/form.test.tsx': '',
  'apps/web/src/features/chat/form.tsx':
    "import type { query } from '@parley/api'\nexport function Form() {}\n",
  'apps/web/app/api/chat/run/[run_id]/route.ts':
    "import { getRun } from '@parley/api'\nexport const GET = expose(getRun)\n",
  'apps/web/app/api/auth/[...nextauth]/route.ts': 'export const GET = handler\n',
  'packages/agent/README.md': '',
  'packages/agent/src/index.ts': "export { run } from './run.ts'\n",
  'packages/agent/src/run.ts': `import { AppError } from '@parley/errors'\n${DOC}export function run() {}\n`,
  'packages/agent/src/run.test.ts':
    "import '@parley/db/testing'\nprocess.env.X\nawait fetch('http://127.0.0.1')\n",
  'packages/contract/README.md': '',
  'packages/contract/src/index.ts':
    "export const ENDPOINTS = [{ method: 'GET', path: '/chat/run/{run_id}' }, { method: 'POST', path: null }]\n",
  'packages/contract/src/index.test.ts': '',
  'packages/net/README.md': '',
  'packages/net/src/open.ts': "import { fetch } from 'undici'\nfetch(url)\n",
  'packages/net/src/open.test.ts': '',
}

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parley-structure-'))
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

function check(tree: Tree): string[] {
  for (const [name, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const script = path.join(import.meta.dirname, 'check-structure.mjs')
  const { stderr, status } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  const problems = stderr.split('\n').filter(Boolean)
  expect(status).toBe(problems.length > 0 ? 1 : 0)
  return problems
}

test('a sound repository has no problem', () => {
  expect(check(SOUND)).toEqual([])
})

describe('one violation gives one problem', () => {
  test.each<[rule: string, planted: Tree, problem: string]>([
    [
      'a package imports one that is not below it',
      { 'packages/agent/src/x.ts': "import { save } from '@parley/db'\n" },
      'packages/agent/src/x.ts: imports @parley/db; packages/agent may import errors.',
    ],
    [
      'so does an export from, an import over several lines, and an import() ',
      {
        'packages/net/src/x.ts': "export {\n  run,\n} from '@parley/agent'\nimport('@parley/errors')\n",
      },
      'packages/net/src/x.ts: imports @parley/agent; packages/net may import errors.',
    ],
    [
      'the contract imports anything',
      { 'packages/contract/src/x.ts': "import '@parley/errors'\n" },
      'packages/contract/src/x.ts: imports @parley/errors; packages/contract may import no other package.',
    ],
    [
      'the console imports the database',
      { 'apps/web/app/page.tsx': "import { db } from '@parley/db'\n" },
      'apps/web/app/page.tsx: imports @parley/db; apps/web may import contract, sdk, ledger, api.',
    ],
    [
      'a relative import leaves its package',
      { 'packages/agent/src/x.ts': "import { open } from '../../net/src/open.ts'\n" },
      'packages/agent/src/x.ts: imports ../../net/src/open.ts, which lies outside its package. Import the package by its name.',
    ],
    [
      'something for tests is used in earnest',
      { 'packages/core/src/x.ts': "import '@parley/db/testing'\n", ...complete('packages/core') },
      'packages/core/src/x.ts: imports @parley/db/testing, which is for tests only.',
    ],
    [
      'Prisma outside packages/db',
      { 'packages/agent/src/x.ts': "import { Prisma } from '@prisma/client'\n" },
      'packages/agent/src/x.ts: only packages/db speaks Prisma.',
    ],
    [
      'PostgreSQL from elsewhere',
      { 'packages/agent/src/x.ts': "import pg from 'pg'\n" },
      'packages/agent/src/x.ts: only packages/db, and packages/data for the sources of its users, speak to PostgreSQL.',
    ],
    [
      'the environment read outside env.ts',
      { 'packages/agent/src/x.ts': 'const { PORT } = process.env\n' },
      'packages/agent/src/x.ts: only apps/web/src/env.ts reads the environment.',
    ],
    [
      'undici outside packages/net',
      { 'packages/agent/src/x.ts': "import { request } from 'undici'\n" },
      'packages/agent/src/x.ts: only packages/net opens connections.',
    ],
    [
      'the global fetch in a server package',
      { 'packages/agent/src/x.ts': 'const reply = await fetch(url)\n' },
      'packages/agent/src/x.ts: only packages/net opens connections; take a fetch from it.',
    ],
    [
      "node:http's client in a server package",
      { 'packages/agent/src/x.ts': "import { createServer, request } from 'node:http'\n" },
      'packages/agent/src/x.ts: only packages/net opens connections.',
    ],
    [
      'a socket in the server',
      { 'apps/web/src/x.ts': "import net from 'node:net'\nnet.connect(80)\n" },
      'apps/web/src/x.ts: only packages/net opens connections.',
    ],
    [
      'a process started outside the sandbox',
      { 'packages/agent/src/x.ts': "import { spawn } from 'node:child_process'\n" },
      'packages/agent/src/x.ts: only the sandbox of packages/data starts processes.',
    ],
    [
      'a Server Action',
      { 'apps/web/src/features/chat/x.ts': "'use server'\n" },
      'apps/web/src/features/chat/x.ts: Server Actions are not used: every call goes through the endpoint table.',
    ],
    [
      'a file for everything',
      { 'packages/agent/src/string-utils.ts': '' },
      'packages/agent/src/string-utils.ts: the name fits everything. Name what is inside, or move it to its only user.',
    ],
    [
      'a folder for everything',
      { 'packages/agent/src/lib/x.ts': '' },
      'packages/agent/src/lib: the name fits everything. Name what is inside, or move it to its only user.',
    ],
    ['a package without a README', { 'packages/core/src/x.test.ts': '' }, 'packages/core: has no README.md.'],
    ['a package without a test', { 'packages/core/README.md': '' }, 'packages/core: has no test.'],
    [
      'a second index.ts',
      { 'packages/agent/src/step/index.ts': '' },
      'packages/agent/src/step/index.ts: a package has one index.ts, in its src.',
    ],
    [
      'an exported function without a docblock',
      { 'packages/agent/src/x.ts': '// Runs.\nexport async function* runIt() {}\n' },
      'packages/agent/src/x.ts:2: runIt has no docblock.',
    ],
    [
      'an exported arrow function without a docblock',
      { 'packages/agent/src/x.ts': `${DOC}export const a = () => 1\nexport const b = async () => 1\n` },
      'packages/agent/src/x.ts:3: b has no docblock.',
    ],
    [
      'a document that names a file long gone',
      { 'docs/guide.md': 'Look at `packages/agent/src/gone.ts:12`, or rather `packages/agent/src/gone.ts`.' },
      'docs/guide.md: names packages/agent/src/gone.ts, which does not exist.',
    ],
    [
      'a document with a command on a file long gone',
      { 'README.md': '```sh\nnode scripts/gone.mjs --now\n```\n' },
      'README.md: names scripts/gone.mjs, which does not exist.',
    ],
    [
      'a dead link',
      { 'docs/guide.md': '[here](decisions/0001.md), [there](https://example.com/a.md)' },
      'docs/guide.md: names decisions/0001.md, which does not exist.',
    ],
    [
      'an endpoint without a route',
      { 'apps/web/app/api/chat/run/[run_id]/route.ts': '' },
      'apps/web/app/api/chat/run/[run_id]/route.ts: does not export GET, which the contract has.',
    ],
    [
      'a route without an endpoint',
      { 'apps/web/app/api/extra/route.ts': 'export const POST = expose(extra)\n' },
      'apps/web/app/api/extra/route.ts: POST extra is no endpoint of the contract.',
    ],
    [
      'a method without an endpoint',
      {
        'apps/web/app/api/chat/run/[run_id]/route.ts':
          'export const GET = expose(getRun)\nexport const DELETE = expose(x)\n',
      },
      'apps/web/app/api/chat/run/[run_id]/route.ts: DELETE chat/run/[run_id] is no endpoint of the contract.',
    ],
    [
      'a route that is more than an address',
      {
        'apps/web/app/api/chat/run/[run_id]/route.ts': `export const GET = expose(x)\n${'work()\n'.repeat(10)}`,
      },
      'apps/web/app/api/chat/run/[run_id]/route.ts: a route file has at most 10 lines.',
    ],
  ])('%s', (_, planted, problem) => {
    expect(check({ ...SOUND, ...planted })).toEqual([problem])
  })
})

describe('is no violation', () => {
  test.each<[what: string, planted: Tree]>([
    ['a fetch that was handed in', { 'packages/agent/src/x.ts': 'const ask = ({ fetch }) => fetch(url)\n' }],
    ['a word in a comment', { 'packages/agent/src/x.ts': '// Never process.env, never fetch(url).\n' }],
    ['a folder of an installed package', { 'packages/agent/node_modules/lib/utils.ts': '' }],
    ['generated code', { 'packages/agent/src/generated/index.ts': 'export function x() {}\n' }],
    [
      'PostgreSQL as a source',
      { 'packages/data/src/x.ts': "import pg from 'pg'\n", ...complete('packages/data') },
    ],
    [
      'overloads under one docblock',
      {
        'packages/agent/src/x.ts': `${DOC}export function x(a: 1): 1\nexport function x(a: 2): 2\n`,
      },
    ],
  ])('%s', (_, planted) => {
    expect(check({ ...SOUND, ...planted })).toEqual([])
  })
})

function complete(home: string): Tree {
  return { [`${home}/README.md`]: '', [`${home}/src/x.test.ts`]: '' }
}
