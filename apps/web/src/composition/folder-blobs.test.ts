import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Blobs } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderBlobs } from './folder-blobs.ts'

let root: string
let blobs: Blobs
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-blobs-'))
  blobs = createFolderBlobs(join(root, 'blobs'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const bytes = (text: string) => Buffer.from(text)

test('a written blob is read again by its owner alone', async () => {
  await blobs.write('owner/run/chart.png', bytes('PNG'))
  await blobs.write('owner/run/chart.png', bytes('PNG, again'))
  expect(await blobs.read('owner/run/chart.png')).toEqual(bytes('PNG, again'))
  const { mode } = await stat(join(root, 'blobs/owner/run/chart.png'))
  expect(mode & 0o777).toBe(0o600)
  expect(await readdir(join(root, 'blobs/owner/run'))).toEqual(['chart.png'])
})

test('a missing blob is null, and deleting it does nothing', async () => {
  expect(await blobs.read('owner/none')).toBeNull()
  await blobs.remove('owner/none')
  await blobs.write('owner/run/a', bytes('a'))
  await blobs.remove('owner')
  expect(await blobs.read('owner/run/a')).toBeNull()
})

test.each(['../outside', 'a/../../outside', '/../outside', '..', '.', '', 'a/..'])(
  'refuses the path %j, which leaves the folder',
  async (path) => {
    await writeFile(join(root, 'outside'), 'untouched')
    await expect(blobs.write(path, bytes('x'))).rejects.toThrow('must stay in its folder')
    await expect(blobs.read(path)).rejects.toThrow('must stay in its folder')
    await expect(Promise.resolve().then(() => blobs.remove(path))).rejects.toThrow('must stay in its folder')
    expect(await readdir(root)).toEqual(['outside'])
  },
)

test('a write that fails leaves no partial file', async () => {
  await blobs.write('owner/run/a', bytes('a'))
  // A folder has the name of the file.
  await expect(blobs.write('owner/run', bytes('b'))).rejects.toThrow()
  expect(await readdir(join(root, 'blobs/owner'))).toEqual(['run'])
})
