import { expect, test } from 'vitest'
import { choicesOf, settingsOf } from './reading-choices.ts'

test('only what the owner chose fills the form, and goes back as it was', () => {
  const settings = { separator: ';', header_row: 3, date_order: 'day_first', decimal_mark: 'comma' } as const
  const choices = choicesOf({ notes: [], settings, chosen: ['header_row', 'date_order'] })
  expect(choices).toEqual({
    separator: null,
    encoding: null,
    headerRow: 3,
    dateOrder: 'day_first',
    decimalMark: null,
    columnTypes: null,
  })
  expect(settingsOf(choices)).toEqual({ header_row: 3, date_order: 'day_first' })
})

test('the header row 0 is a choice: no row has the names', () => {
  const choices = choicesOf({ notes: [], settings: { header_row: 0 }, chosen: ['header_row'] })
  expect(settingsOf(choices)).toEqual({ header_row: 0 })
})
