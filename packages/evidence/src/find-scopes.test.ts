import { expect, test } from 'vitest'
import { createScopes } from './find-scopes.ts'
import { placedWords } from './words-of.ts'

test.for([
  ['It sold 143,900, i.e. 32 % of all. Then 5.', '5'],
  ['In France sind es 68 Mio. und in Spain 47. Das sind 5.', '5'],
  ['Es waren 68 Mio. Einwohner. Das sind 5.', '5'],
  ['Es sind 68 Mio. Das sind 5.', '5'],
  ['Das sind z. B. 32 % oder d. h. ca. 7. Das sind 5.', '5'],
  ['St. Louis has 7, Dr. House approx. 8. Next 5.', '5'],
  ['It took 10 min. Next 5.', '5'],
] as const)('ends a sentence at a point and not at an abbreviation: "%s"', ([text, last]) => {
  const sentences = [...text.matchAll(/\d+/g)].map(
    ({ index }) => createScopes(text, placedWords(text))(index).sentence.start,
  )
  const starts = new Set(sentences)
  expect(starts.size).toBe(2)
  expect(text.slice(sentences.at(-1))).toContain(last)
})
