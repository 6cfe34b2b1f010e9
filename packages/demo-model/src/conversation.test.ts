import { expect, test } from 'vitest'
import { askFile, column } from './testing/ask-file.ts'

const HOUSES = {
  name: 'houses',
  columns: [
    column('listing_id', 'BIGINT', ['1000', '1119']),
    column('city', 'VARCHAR', ['Porto', 'Faro']),
    column('price_eur', 'BIGINT', ['91000', '488000']),
    column('listed_on', 'DATE', ['2024-01-03', '2024-12-28']),
    column('has_garden', 'BOOLEAN', ['true', 'false']),
  ],
}

const talk = (...questions: readonly string[]) => askFile(questions, HOUSES)

test.each([
  ['By city', 'SELECT city, count(*) AS number FROM houses.houses WHERE month(listed_on) = 3'],
  ['Without a garden?', 'WHERE month(listed_on) = 3 AND NOT has_garden'],
  ['With a garden?', 'WHERE month(listed_on) = 3 AND has_garden'],
])('a condition or a group alone, "%s", changes the question before it', (fragment, sql) => {
  expect(talk('How many houses were listed in March?', fragment).sql).toContain(sql)
})

test('a group alone does not drop what the question before it could not answer', () => {
  const asked = talk('How many houses were listed in March?', 'And in both months?', 'By city')
  expect(asked.sql).toBe('')
  expect(asked.answer).toContain('no use for "both"')
})

test('"For all cities" is no condition of the question before it', () => {
  expect(talk('How many houses are in Porto?', 'For all cities').sql).not.toContain('Porto')
})

test('a figure that no column has is not left out behind "how"', () => {
  const asked = talk('What is the lowest price in Porto?', 'How big is it?')
  expect(asked.sql).toBe('')
  expect(asked.answer).toContain('no use for "big"')
})
