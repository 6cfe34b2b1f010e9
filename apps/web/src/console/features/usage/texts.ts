import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of the page with the usage of all people. */
export const USAGE_TEXTS = translatable('usage', {
  title: 'Usage and limits',
  lead: 'What people used of models in a month, and the limits of each person. The operator sets limits and prices in the configuration.',
  month: 'Month',
  none: 'Nothing used',
  noneText: 'No person used a model in this month.',
  columns: {
    person: 'Person',
    turns: 'Answers',
    read: 'Tokens read',
    written: 'Tokens written',
    cost: 'Cost',
  },
  limits: (turns: string, tokens: string, cost: string) =>
    `Each person may use in a month: answers ${turns}, tokens ${tokens}, cost ${cost}.`,
  noLimit: 'without limit',
  dollars: (amount: number) => showNumber(amount, { style: 'currency', currency: 'USD' }),
  unpriced: (turns: number) => `${turns} answers without a known price`,
  prices: (day: string) => `Prices of ${day}.`,
  noPrices: 'Without a price table the cost is unknown: PARLEY_PRICES_FILE.',
})
