import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderPlace } from './file-place.ts'

test('a file that was deleted after it was listed is left out, and the process goes on', async () => {
  const root = await mkdtemp(join(tmpdir(), 'parley-file-place-'))
  const place = folderPlace(join(root, 'data'))
  const target = join(root, 'backup')
  const paths = Array.from({ length: 50 }, (_, number) => `blobs/artifacts/${number}/a/chart.png`)
  expect(await Promise.all(paths.map((path) => place.copyTo(path, join(target, path))))).toEqual(
    paths.map(() => false),
  )
  await expect(access(target)).rejects.toThrow('ENOENT')
  await rm(root, { recursive: true })
})
