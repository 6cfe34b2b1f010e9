import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

test.each([
  ['', 'en', 'en'],
  ['en-GB,en;q=0.9', 'en', 'en-GB'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans', 'zh-CN'],
  ['zh', 'zh-Hans', 'zh'],
  ['zh-SG', 'zh-Hans', 'zh-SG'],
  ['zh-TW,zh-Hant;q=0.9', 'en', 'en'],
  ['fr-CA,zh-CN;q=0.5,en-US;q=0.7', 'en', 'en-US'],
  ['fr,zh-Hans-CN;q=0.5', 'zh-Hans', 'zh-Hans-CN'],
  ['en;q=0.1, zh-CN;q=0.9', 'zh-Hans', 'zh-CN'],
  ['zh-CN;q=0, en', 'en', 'en'],
  ['*', 'en', 'en'],
  ['not_a_tag, ;;;, zh-CN', 'zh-Hans', 'zh-CN'],
  ['zh-CN;q=much', 'en', 'en'],
  [`${'xx,'.repeat(10_000)}zh-CN`, 'en', 'en'],
])('a browser that accepts "%.40s" gets %s with the locale %s', (accepted, language, locale) => {
  expect(chooseLanguage({ 'accept-language': accepted })).toEqual({ language, locale })
})

test.each([
  ['parley.language=zh-Hans', 'zh-Hans', 'zh-Hans'],
  ['a=b; parley.language=zh-Hans; c=d', 'zh-Hans', 'zh-Hans'],
  ['parley.language=en', 'en', 'en-GB'],
  ['parley.language=xx', 'en', 'en-GB'],
  ['parley.language=__proto__', 'en', 'en-GB'],
  ['parley.language', 'en', 'en-GB'],
  ['other.parley.language=zh-Hans', 'en', 'en-GB'],
])(
  'the cookies "%s" choose %s with the locale %s over the languages of the browser',
  (cookie, language, locale) => {
    expect(chooseLanguage({ cookie, 'accept-language': 'en-GB,en;q=0.9' })).toEqual({ language, locale })
  },
)
