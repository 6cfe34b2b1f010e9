import { describe, expect, test } from 'vitest'
import { isOccupation, isPerson, isPersonOf } from './word-family.ts'

describe('people and what they do', () => {
  test.each([
    ['engineers', 'Engineering'],
    ['Engineer', 'engineering'],
    ['consultants', 'Consulting'],
    ['operators', 'Operations'],
    ['managers', 'Management'],
    ['accountants', 'Accounting'],
    ['designers', 'Design'],
    ['researchers', 'Research'],
  ])('are one family: %s of %s', (person, activity) => {
    expect(isPerson(person)).toBe(true)
    expect(isPersonOf(person, activity)).toBe(true)
  })

  test.each([
    ['universe', 'University'],
    ['university', 'Universe'],
    ['engines', 'Engineering'],
    ['sales', 'Salesforce'],
    ['salesforce', 'Sales'],
    ['number', 'Numb'],
    ['organs', 'Organization'],
    ['generals', 'Generation'],
    ['police', 'Policies'],
    ['engineers', 'Engineers'],
    ['operators', 'Opera'],
    ['managers', 'Mango'],
  ])('are two families: %s and %s', (word, value) => {
    expect(isPersonOf(word, value)).toBe(false)
  })
})

test('a column of departments says what people do, and one of makes does not', () => {
  expect(isOccupation(['department'])).toBe(true)
  expect(isOccupation(['job', 'title'])).toBe(true)
  expect(isOccupation(['make'])).toBe(false)
})
