import { afterEach, expect, test } from 'vitest'
import { setDocumentLanguage } from '#web/language/page-language.ts'
import { chartLocale } from './chart-locale.ts'

afterEach(() => setDocumentLanguage(null))

test('charts of a page in English keep the numbers and months of Vega', () => {
  expect(chartLocale()).toEqual({})
})

test('charts of a page in Chinese name months and weekdays in Chinese', () => {
  setDocumentLanguage({ language: 'zh-Hans', locale: 'zh-CN', translation: {} })
  const { formatLocale, timeFormatLocale } = chartLocale()
  expect(formatLocale).toMatchObject({ decimal: '.', thousands: ',' })
  expect(timeFormatLocale).toMatchObject({
    shortMonths: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
    days: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  })
})
