import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listComponents } from './list-components.mjs'

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parley-components-'))
})
afterAll(() => rmSync(root, { recursive: true }))

/** Writes a package and returns a file in it. */
function install(folder: string, description: object): string {
  mkdirSync(path.join(root, folder), { recursive: true })
  writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(description))
  return `${folder}/index.js`
}

type Document = { components: { name: string; version: string; licenses?: { expression: string }[] }[] }

test('lists the packages that a release holds as files, and those that are only in the scripts of the console', () => {
  install('apps/web', {
    name: '@parley/web',
    dependencies: { both: '1', drawn: '1', '@parley/own': '1' },
    devDependencies: { tool: '1' },
  })
  const store = 'node_modules/.pnpm'
  const license = 'MIT'
  const files = [
    install(`${store}/served@1.0.0/node_modules/served`, { name: 'served', version: '1.0.0', license }),
    install('apps/web/node_modules/both', { name: 'both', version: '2.0.0', license }),
    install('packages/own', { name: '@parley/own', version: '0.1.0' }),
  ]
  install('apps/web/node_modules/@parley/own', { name: '@parley/own', dependencies: { missing: '1' } })
  install('apps/web/node_modules/drawn', {
    name: 'drawn',
    version: '3.0.0',
    license: 'BSD-3-Clause',
    dependencies: { '@scope/deep': '1', '@types/drawn': '1' },
    optionalDependencies: { native: '1' },
  })
  install('apps/web/node_modules/drawn/node_modules/@scope/deep', {
    name: '@scope/deep',
    version: '4.0.0',
    // Circles are allowed.
    dependencies: { drawn: '3' },
  })
  for (const name of ['tool', 'native', '@types/drawn'])
    install(`apps/web/node_modules/${name}`, { name, version: '1.0.0' })

  const placeOf = (file: string) => path.join(root, file)
  const release = { root, files, placeOf, version: '0.1.0', committedAt: new Date(0) }
  const document = listComponents(release) as Document
  const listed = document.components.map(({ name, version, licenses }) => [
    name,
    version,
    licenses?.[0]?.expression,
  ])
  expect(listed.toSorted()).toEqual([
    ['@scope/deep', '4.0.0', undefined],
    ['both', '2.0.0', 'MIT'],
    ['drawn', '3.0.0', 'BSD-3-Clause'],
    ['node', process.versions.node, 'MIT'],
    ['served', '1.0.0', 'MIT'],
  ])
  expect(listComponents(release)).toEqual(document)
})
