import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProblems } from './structure/find-problems.mjs'
import { IMPORTS_ALLOWED } from './structure/imports-allowed.mjs'

type Tree = Record<string, string>

const DOC = '/** Does what it says. */\n'

// A small repository without a problem.
const SOUND: Tree = {
  'README.md': 'See `packages/agent/src/run.ts` and [the rules](CONTRIBUTING.md#rules).',
  'CONTRIBUTING.md': '## Rules\n\nRun `node scripts/check.mjs`. Packages: `packages/*/src`.',
  'scripts/check.mjs': '',
  'apps/web/README.md': '',
  'apps/web/server.ts': "import '@parley/db'\nimport '@parley/llm'\n",
  'apps/web/src/composition.ts': "import '@parley/data'\n",
  'apps/web/src/env.ts': 'const port = process.env.PORT\n',
  'apps/web/src/console/features/chat/form.test.tsx': '',
  'apps/web/src/console/features/chat/form.tsx':
    "import type { query } from '@parley/api'\nexport function Form() {}\n",
  'apps/web/app/api/[...path]/route.ts': 'export { handle as GET, handle as POST }\n',
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

const PACKAGES = [...Object.keys(IMPORTS_ALLOWED).map((name) => `packages/${name}`), 'apps/web']
const MANIFESTS: Tree = Object.assign(
  {},
  ...PACKAGES.map((home) => ({
    ...complete(home),
    [`${home}/package.json`]: '{ "description": "A package." }',
  })),
)

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parley-structure-'))
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

function plant(tree: Tree): void {
  for (const [name, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
}

function check(tree: Tree): Promise<string[]> {
  plant(tree)
  return findProblems(root)
}

test('a sound repository has no problem', async () => {
  expect(await check(SOUND)).toEqual([])
})

test('the script prints the problems, and fails only when it finds one', () => {
  const run = () =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'check-structure.mjs'), root], {
      encoding: 'utf8',
    })
  plant(SOUND)
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  plant({ 'packages/agent/src/lib/x.ts': '' })
  expect(run()).toMatchObject({
    status: 1,
    stderr:
      'packages/agent/src/lib: the name fits everything. Name what is inside, or move it to its only user.\n',
  })
})

describe('one violation gives one problem', () => {
  test.each<[rule: string, planted: Tree, problem: string]>([
    [
      'a package imports one that is not below it',
      { 'packages/agent/src/x.ts': "import { save } from '@parley/db'\n" },
      'packages/agent/src/x.ts: imports @parley/db; packages/agent may import domain, errors, telemetry.',
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
      'production code imports something for tests',
      { 'packages/core/src/x.ts': "import '@parley/db/testing'\n", ...complete('packages/core') },
      'packages/core/src/x.ts: imports @parley/db/testing, which is for tests only.',
    ],
    [
      'Prisma outside packages/db',
      { 'packages/agent/src/x.ts': "import { Prisma } from '@prisma/client'\n" },
      'packages/agent/src/x.ts: only packages/db uses Prisma.',
    ],
    [
      'PostgreSQL from elsewhere',
      { 'packages/agent/src/x.ts': "import pg from 'pg'\n" },
      'packages/agent/src/x.ts: only packages/db, packages/backup, and packages/data for the sources of its users, connect to PostgreSQL.',
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
      { 'apps/web/src/console/features/chat/x.ts': "'use server'\n" },
      'apps/web/src/console/features/chat/x.ts: Server Actions are not used: every call goes through the endpoint table.',
    ],
    [
      'a feature of the console that imports another feature',
      { 'apps/web/src/console/features/chats/x.ts': "import '#web/console/features/agents/y.ts'\n" },
      'apps/web/src/console/features/chats/x.ts: imports the feature agents. Move what both need to queries/, components/ or templates/.',
    ],
    [
      'a component of the console that imports a feature',
      { 'apps/web/src/console/components/x.ts': "import '../features/agents/y.ts'\n" },
      'apps/web/src/console/components/x.ts: imports ../features/agents/y.ts; components/ is below features/. Move what both need down.',
    ],
    [
      'two folders that import each other',
      {
        'packages/agent/src/run/x.ts': "import type { Tool } from '../tool/y.ts'\n",
        'packages/agent/src/tool/y.ts': "import { run } from '../run/z.ts'\n",
      },
      'packages/agent/src/run: its imports lead back to it (packages/agent/src/run/x.ts imports ../tool/y.ts; packages/agent/src/tool/y.ts imports ../run/z.ts). Move what both need down.',
    ],
    [
      'a folder and a file beside it that import each other',
      {
        'packages/agent/src/run.ts': `import './tool/y.ts'\n${DOC}export function run() {}\n`,
        'packages/agent/src/tool/y.ts': "import type { Run } from '../run.ts'\n",
      },
      'packages/agent/src/tool: its imports lead back to it (packages/agent/src/tool/y.ts imports ../run.ts; packages/agent/src/run.ts imports ./tool/y.ts). Move what both need down.',
    ],
    [
      'two files that import each other, one only a type',
      {
        'packages/agent/src/run.ts': `import './step.ts'\n${DOC}export function run() {}\n`,
        'packages/agent/src/step.ts': "import type { Run } from './run.ts'\n",
      },
      'packages/agent/src/run.ts: its imports lead back to it (packages/agent/src/run.ts imports ./step.ts; packages/agent/src/step.ts imports ./run.ts). Move what both need down.',
    ],
    [
      'a table of packages that is out of date',
      {
        'ARCHITECTURE.md':
          '<!-- Written by `node scripts/package-table.mjs`. -->\n\n| package |\n| ------- |\n| `agent` |\n\nEnd.\n',
        'scripts/package-table.mjs': '',
        ...MANIFESTS,
      },
      'ARCHITECTURE.md: its table of packages is out of date. Run `node scripts/package-table.mjs`.',
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
      'a document that names a deleted file',
      { 'docs/guide.md': 'Look at `packages/agent/src/gone.ts:12`, or rather `packages/agent/src/gone.ts`.' },
      'docs/guide.md: names packages/agent/src/gone.ts, which does not exist.',
    ],
    [
      'a document with a command on a deleted file',
      { 'README.md': '```sh\nnode scripts/gone.mjs --now\n```\n' },
      'README.md: names scripts/gone.mjs, which does not exist.',
    ],
    [
      'a dead link',
      { 'docs/guide.md': '[here](decisions/0001.md), [there](https://example.com/a.md)' },
      'docs/guide.md: names decisions/0001.md, which does not exist.',
    ],
    [
      'a comment that cites a deleted document',
      { 'packages/agent/src/x.ts': '// The rule is in docs/gone.md.\n' },
      'packages/agent/src/x.ts: cites docs/gone.md, which does not exist.',
    ],
    [
      'a comment that cites a deleted anchor',
      {
        'docs/spec/rules.md': '## One rule\n\n- <a id="rule-two"></a>Two.\n',
        'packages/agent/src/x.ts':
          '/** docs/spec/rules.md#one-rule, docs/spec/rules.md#rule-two, docs/spec/rules.md#gone */\n',
      },
      'packages/agent/src/x.ts: cites docs/spec/rules.md#gone, an anchor that does not exist.',
    ],
    [
      'a link to a deleted anchor',
      { 'docs/guide.md': '# Guide\n\nSee [there](#guide) and [here](#gone).\n' },
      'docs/guide.md: cites docs/guide.md#gone, an anchor that does not exist.',
    ],
    [
      'a banned word in a comment',
      { 'packages/new/src/x.ts': `// Some${'body'} reads this.\n`, ...complete('packages/new') },
      `packages/new/src/x.ts:1: "Some${'body'}" is banned; name the caller, owner, client, operator or model.`,
    ],
    [
      'a test that replaces a module and shares its worker',
      { 'packages/agent/src/x.test.ts': `vi.${'mock'}('node:dns')\n` },
      'packages/agent/src/x.test.ts: replaces a module. Name it *.isolated.test.ts.',
    ],
    [
      'a type of the same name in two packages',
      {
        'packages/agent/src/x.ts': 'export type Step = { id: number }\n',
        'packages/net/src/x.ts': 'export interface Step {}\n',
      },
      'packages/agent/src/x.ts: packages/net/src/x.ts also exports a type Step. Declare a shared record once, in packages/domain; give different things different names.',
    ],
    [
      'a setting that .env.example does not explain',
      { '.env.example': '# PORT=3000\n', 'apps/web/src/env.ts': 'const { PORT, HOST } = process.env\n' },
      '.env.example: does not explain HOST, which the service reads.',
    ],
    [
      'a setting of .env.example that the service does not read',
      { '.env.example': '# PORT=3000\n# PARLEY_MODE=local\n' },
      '.env.example: explains PARLEY_MODE, which the service does not read.',
    ],
    [
      'a method of the contract that the route does not export',
      { 'apps/web/app/api/[...path]/route.ts': 'export { handle as POST }\n' },
      'apps/web/app/api/[...path]/route.ts: does not export GET, which the contract has.',
    ],
    [
      'a route of one operation',
      { 'apps/web/app/api/extra/route.ts': 'export const POST = expose(extra)\n' },
      'apps/web/app/api/extra/route.ts: apps/web/app/api/[...path]/route.ts serves every operation; declare this one in the contract.',
    ],
    [
      'a route file with too many lines',
      { 'apps/web/app/api/[...path]/route.ts': `export { handle as GET }\n${'work()\n'.repeat(15)}` },
      'apps/web/app/api/[...path]/route.ts: a route file has at most 15 lines.',
    ],
  ])('%s', async (_, planted, problem) => {
    expect(await check({ ...SOUND, ...planted })).toEqual([problem])
  })
})

describe('is no violation', () => {
  test.each<[what: string, planted: Tree]>([
    ['a fetch that is a parameter', { 'packages/agent/src/x.ts': 'const ask = ({ fetch }) => fetch(url)\n' }],
    ['a word in a comment', { 'packages/agent/src/x.ts': '// Never process.env, never fetch(url).\n' }],
    [
      'a folder that imports one below it, twice',
      {
        'packages/agent/src/run/x.ts': "import '../tool/y.ts'\n",
        'packages/agent/src/run/z.ts': "import '../tool/y.ts'\nimport './x.ts'\n",
      },
    ],
    [
      'a type of the same name in two files of a package, in a test, or not exported',
      {
        'packages/agent/src/x.ts': 'export type Step = { id: number }\n',
        'packages/agent/src/y.ts': 'export type Step = { id: string }\n',
        'packages/net/src/x.test.ts': 'export type Step = { id: string }\n',
        'packages/net/src/y.ts': "export type { Step } from '@parley/errors'\ntype Step = 1\n",
      },
    ],
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
  ])('%s', async (_, planted) => {
    expect(await check({ ...SOUND, ...planted })).toEqual([])
  })
})

function complete(home: string): Tree {
  return { [`${home}/README.md`]: '', [`${home}/src/x.test.ts`]: '' }
}
