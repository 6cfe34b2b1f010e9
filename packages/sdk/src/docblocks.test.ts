import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const PACKAGE = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-sdk-docblocks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the examples use and a program would have. */
const HEAD = `
import { createParleyClient, ParleyError, verifyWebhook, type WebhookRequest } from '@parley/sdk'
declare const parley: ReturnType<typeof createParleyClient>
declare const [apiKey, session_id, agent_id]: string[] & [string, string, string]
declare const file: File
declare const readAnswer: (runId: string) => Promise<void>
declare const express: { readonly raw: (options: object) => object }
declare const app: {
  readonly post: (
    path: string,
    parser: object,
    handler: (request: WebhookRequest, response: { readonly sendStatus: (status: number) => void }) => Promise<void>,
  ) => void
}
`

/** The examples of the docblocks, by the name that each describes. */
function readExamples(): Map<string, string> {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const found = new Map<string, string>()
  for (const file of files) {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    for (const [, block = '', line = ''] of source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*([^\n]*)/g)) {
      const [, example] = block.split('@example')
      const [, name] = /(?:function|class|readonly) (\w+)/.exec(line) ?? []
      if (example === undefined || name === undefined) continue
      const lines = example.split('\n').map((text) => text.replace(/^\s*\* ?/, ''))
      found.set(name, lines.filter((text) => !text.startsWith('```')).join('\n'))
    }
  }
  return found
}

const examples = readExamples()

test('every function that a program imports or finds beside the operations has an example', () => {
  expect([...examples.keys()].toSorted()).toEqual(
    [
      'ParleyError',
      'createParleyClient',
      'export',
      'onProgress',
      'queryInBackground',
      'read',
      'reply',
      'upload',
      'verifyWebhook',
    ].toSorted(),
  )
})

test('the examples of the docblocks compile', () => {
  mkdirSync(path.join(folder, 'node_modules/@parley'), { recursive: true })
  symlinkSync(PACKAGE, path.join(folder, 'node_modules/@parley/sdk'))
  const functions = [...examples].map(([name, text]) => `export async function of_${name}() {\n${text}\n}`)
  writeFileSync(path.join(folder, 'examples.ts'), `${HEAD}\n${functions.join('\n')}\n`)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    typeRoots: [path.join(PACKAGE, 'node_modules/@types')],
    types: ['node'],
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['examples.ts'] }),
  )
  expect(compile()).toBe('')
}, 120_000)

/** What the compiler says; empty where it finds no mistake. */
function compile(): string {
  try {
    return execFileSync(path.join(PACKAGE, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}
