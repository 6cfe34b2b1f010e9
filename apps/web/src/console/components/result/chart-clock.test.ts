import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { afterEach, expect, test } from 'vitest'
import { setDocumentLanguage } from '#web/language/page-language.ts'
import { withClock } from './chart-clock.ts'

const values = Array.from({ length: 12 }, (_, hour) => ({ at: Date.UTC(2026, 5, 1, hour + 6), n: hour }))
const line = {
  mark: 'line',
  encoding: {
    x: { field: 'at', type: 'temporal', scale: { type: 'utc' } },
    y: { field: 'n', type: 'quantitative' },
  },
} as const
const hours: TopLevelSpec = { data: { values }, ...line }

afterEach(() => setDocumentLanguage(null))

test.each([
  ['en-US', '01 PM', '13:00'],
  ['en-GB', '13:00', '01 PM'],
])('the axis of time follows the clock of %s', async (locale, shown, hidden) => {
  setDocumentLanguage({ language: 'en', locale, translation: null })
  const texts = await drawnTexts(hours)
  expect(texts).toContain(`>${shown}<`)
  expect(texts).not.toContain(`>${hidden}<`)
})

test('also within the groups of a chart, and not where the chart has its own format', async () => {
  setDocumentLanguage({ language: 'en', locale: 'en-GB', translation: null })
  const own: TopLevelSpec = {
    ...hours,
    encoding: {
      ...line.encoding,
      x: { field: 'at', type: 'temporal', scale: { type: 'utc' }, axis: { format: '%I %p' } },
    },
  }
  expect(await drawnTexts({ data: { values }, hconcat: [line] })).toContain('>13:00<')
  expect(await drawnTexts(own)).toContain('>01 PM<')
})

function drawnTexts(spec: TopLevelSpec): Promise<string> {
  return new View(parse(withClock(compile(spec).spec)), { renderer: 'none' }).toSVG()
}
