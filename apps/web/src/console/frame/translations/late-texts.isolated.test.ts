import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setDocumentLanguage } from '#web/language/page-language.ts'

const WEB = join(import.meta.dirname, '../../../..')

test('no module of the console reads a text while it loads, when the language is not known yet', async () => {
  const early: string[] = []
  let loading = ''
  const translation = new Proxy(
    {},
    {
      get: (_texts, group) => {
        early.push(`${loading} reads ${String(group)}`)
        return undefined
      },
    },
  )
  setDocumentLanguage({ language: 'zh-Hans', locale: 'zh-CN', translation })
  for await (const file of glob('src/console/**/*.{ts,tsx}', { cwd: WEB })) {
    if (file.includes('.test.')) continue
    loading = file
    await import(join(WEB, file))
  }
  setDocumentLanguage(null)
  expect(early).toEqual([])
})
