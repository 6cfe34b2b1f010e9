import { showNumber } from '#web/language/show-number.ts'
import type { USAGE_TEXTS } from './texts.ts'

/** The words of the page with the usage of all people, in Chinese. */
export const USAGE_ZH_HANS: typeof USAGE_TEXTS = {
  title: '用量与限额',
  lead: '用户在一个月内使用模型的情况，以及每个用户的限额。限额和价格由运营者在配置中设定。',
  month: '月份',
  none: '没有用量',
  noneText: '本月没有用户使用模型。',
  columns: {
    person: '用户',
    turns: '回答次数',
    read: '读取的 Token',
    written: '写出的 Token',
    cost: '费用',
  },
  limits: (turns, tokens, cost) => `每个用户每月可用：回答 ${turns}，Token ${tokens}，费用 ${cost}。`,
  noLimit: '不限',
  dollars: (amount) => showNumber(amount, { style: 'currency', currency: 'USD' }),
  unpriced: (turns) => `${turns} 次回答的价格未知`,
  prices: (day) => `${day} 的价格。`,
  noPrices: '没有价格表，因此费用未知：PARLEY_PRICES_FILE。',
}
