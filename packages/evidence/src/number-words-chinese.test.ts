import { expect, test } from 'vitest'
import { readNumbers } from './read-numbers.ts'
import { rulesOf } from './testing/rules-of.ts'

const CITIES = [
  { 城市: '北京', 收入: 1_602_500 },
  { 城市: '上海', 收入: 1_873_000 },
  { 城市: '广州', 收入: 942_700 },
  { 城市: '深圳', 收入: 1_255_100 },
]

test.for([
  ['共有四个城市。', '共有五个城市。'],
  ['两个城市的收入超过1,500,000。', '三个城市的收入超过1,500,000。'],
  ['有两个城市的收入低于1,300,000。', '有三个城市的收入低于1,300,000。'],
] as const)('judges a Chinese number word: "%s"', ([right, wrong]) => {
  expect(rulesOf(right, CITIES)).not.toContain('none')
  expect(rulesOf(wrong, CITIES)).toContain('none')
})

test.for([
  ['三个月', [3]],
  ['两家店', [2]],
  ['十二个月', [12]],
  ['二十三名员工', [23]],
  ['第三个月', []],
  ['三月', []],
  ['几十个', []],
  ['一个月', []],
  ['十几个', []],
  ['三百个', []],
  ['一百二十个', []],
] as const)('reads Chinese number words in front of a measure word: "%s"', ([text, values]) => {
  expect(readNumbers(text).map(({ readings }) => readings[0]?.value)).toEqual(values)
})
