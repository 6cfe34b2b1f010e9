import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'

/** Questions, and what their answers show. The values were counted in the files of the data sets, without SQL. */
const QUESTIONS: readonly (readonly [question: string, ...shown: string[]])[] = [
  ['How many cars are there?', '406'],
  ['How many cars are there per origin?', '254 (USA)', '73 (Europe)'],
  ['How many cars have 8 cylinders?', '108'],
  ['How many different origins of cars are there?', '3'],
  ['What is the average horsepower by cylinders?', '158.45 (8)', '78.47 (4)'],
  ['What is the average miles per gallon of Japanese cars?', '30.45'],
  ['Compare the average horsepower of European and Japanese cars', '81 (Europe)', '79.84 (Japan)'],
  ['List the 10 most powerful cars', 'pontiac grand prix: 230', 'mercury marquis: 208'],
  ['What percentage of cars are from Europe?', '17.98 %', '73 of 406'],
  ['Which country had the highest life expectancy in 2005?', 'Japan', '82.5'],
  ['Which country had the lowest fertility in 2000?', 'Hong Kong, China', '1.03'],
  ['What is the population of China?', '1,304,887,562'],
  ['How many movies have an IMDB rating above 8?', '157'],
  ['Which director made the most movies?', 'Steven Spielberg', '23'],
  ['What is the total worldwide gross of movies directed by Steven Spielberg?', '8,544,073,056'],
  ['How many movies were released in 1999?', '176'],
  ['How many movies have no director?', '1,331'],
  ['Which 5 movies earned most worldwide?', '2,767,891,499', '1,046,340,665'],
  ['How many rainy days were there in Seattle in 2012?', '191'],
  ['What was the hottest day in Seattle?', '2014-08-11', '35.6 °C'],
  ['Which month had the most rain in Seattle?', 'November', '642.5 mm'],
  ['What is the lowest temperature ever recorded in Seattle?', '-7.1 °C'],
  ['How many days had more than 20 mm of precipitation?', '51'],
  ['Which stock had the highest price?', 'GOOG', '707'],
  ['How did the price of AAPL develop?', '25.94', '223.02'],
]

test('twenty-five questions that wait for one another show the very values of the data', async ({ page }) => {
  test.setTimeout(180_000)
  await openSampleWorkspace(page)
  const composer = page.getByLabel('Your question')
  for (const [question] of QUESTIONS) {
    await composer.fill(question)
    await composer.press('Enter')
    await expect(composer).toHaveValue('')
  }
  const articles = page.getByRole('article')
  for (const [place, [question, ...shown]] of QUESTIONS.entries()) {
    // Each answer follows its question.
    const answer = articles.nth(2 * place + 1)
    await expect(answer, question).toContainText(/How it got there/, { timeout: 60_000 })
    for (const value of shown) await expect.soft(answer, question).toContainText(whole(value))
  }
  await expect(articles).toHaveCount(2 * QUESTIONS.length)
  await expect(page.getByText('This answer failed')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Waiting questions' })).toBeHidden()
})

/** A value that is not a part of a longer number. */
function whole(value: string): RegExp {
  return new RegExp(`(?<![\\d.,])${value.replaceAll(/[().]/g, '\\$&')}(?!\\d|[.,]\\d)`)
}
