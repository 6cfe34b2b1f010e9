import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { settleBuild } from './settle-build.mjs'

const places: string[] = []
afterAll(() => places.forEach((place) => void rmSync(place, { recursive: true })))

/** A console as Next.js builds it, with its random values, in a new folder. */
function build(): { root: string; folder: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'parley-settle-'))
  places.push(root)
  const folder = path.join(root, '.next')
  const buildId = randomBytes(16).toString('base64url').slice(0, 21)
  const [previewModeId, signingKey, encryptionKey] = [16, 32, 32].map((size) =>
    randomBytes(size).toString('hex'),
  )
  const actionsKey = randomBytes(32).toString('base64')
  const files: Record<string, string | Buffer> = {
    BUILD_ID: buildId,
    'trace-build': String(Math.random()),
    'required-server-files.json': JSON.stringify({ appDir: `${root}/apps/web` }),
    'required-server-files.js': `self.files=${JSON.stringify({ root })}`,
    'prerender-manifest.json': JSON.stringify({ preview: { previewModeId, signingKey } }),
    'server/preview-props.json': JSON.stringify({ previewModeId, signingKey, encryptionKey }),
    'server/server-reference-manifest.json': JSON.stringify({ encryptionKey: actionsKey }),
    'server/page.rsc': Buffer.concat([Buffer.from([0xff, 0x00, 0x80]), Buffer.from(`"b":"${buildId}" – ü`)]),
    [`static/${buildId}/manifest.js`]: 'self.manifest={}',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return { root, folder }
}

function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(
    files.map((file) => [path.relative(folder, file), readFileSync(file).toString('base64')]),
  )
}

test('two builds of one commit in two folders become the same bytes', () => {
  const [one, other] = [build(), build()]
  for (const { root, folder } of [one, other]) settleBuild(folder, { root, commit: 'abc' })
  expect(contentOf(one.folder)).toEqual(contentOf(other.folder))
  const page = readFileSync(path.join(one.folder, 'server/page.rsc'))
  const buildId = readFileSync(path.join(one.folder, 'BUILD_ID'), 'utf8')
  expect(buildId).toMatch(/^[\w-]{21}$/)
  expect(page).toEqual(Buffer.concat([Buffer.from([0xff, 0x00, 0x80]), Buffer.from(`"b":"${buildId}" – ü`)]))
})

test('builds of two commits have two build ids', () => {
  const [one, other] = [build(), build()]
  settleBuild(one.folder, { root: one.root, commit: 'abc' })
  settleBuild(other.folder, { root: other.root, commit: 'abd' })
  expect(readFileSync(path.join(one.folder, 'BUILD_ID'))).not.toEqual(
    readFileSync(path.join(other.folder, 'BUILD_ID')),
  )
})
