import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FRAME_TEXTS } from '../console/frame/texts.ts'
import { showNumber } from '../language/show-number.ts'
import { inPageLanguage } from './in-page-language.ts'

test('pages that are rendered at the same time have each the language of their request', async () => {
  const read = async (cookie: string, locale: string) => {
    const texts: string[] = []
    await inPageLanguage({ cookie, 'accept-language': locale }, async () => {
      for (let piece = 0; piece < 3; piece++) {
        texts.push(`${FRAME_TEXTS.signOut} ${showNumber(1234.5)}`)
        await setTimeout(1)
      }
    })
    return texts
  }
  const [english, chinese, indian] = await Promise.all([
    read('', 'en-US'),
    read('parley.language=zh-Hans', 'en-US'),
    read('', 'en-IN'),
  ])
  expect(english).toEqual(Array(3).fill('Sign out 1,234.5'))
  expect(chinese).toEqual(Array(3).fill('退出登录 1,234.5'))
  expect(indian).toEqual(Array(3).fill('Sign out 1,234.5'))
  expect(FRAME_TEXTS.signOut).toBe('Sign out')
})
