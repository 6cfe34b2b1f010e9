import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { proveNumbers } from './prove-numbers.ts'

const SALARIES: JsonObject[] = [
  { department: 'Sales', headcount: 12, avg_salary: 54_250.75, median_salary: 52_000 },
  { department: 'Engineering', headcount: 34, avg_salary: 81_300.2, median_salary: 79_500 },
  { department: 'Finance', headcount: 8, avg_salary: 66_120.5, median_salary: 65_000 },
]

function rulesOf(text: string, rows: JsonObject[]): (string | null)[] {
  const results = [{ step: 1, columns: Object.keys(rows[0] ?? {}), rows, rowCount: rows.length }]
  const spans = [...proveNumbers({ text, question: '', results, statements: [] })]
  return spans.flatMap((span) => (span ? [span.kind === 'none' ? 'none' : span.rule] : []))
}

test.for([
  ['The median salary in Sales is 52,000, the average salary is 54,250.75.', ['cell', 'cell']],
  ['The median salary in Sales is 54,251.', ['none']],
  ['Engineering has the highest average salary at 81,300.20.', ['cell']],
  ['Engineering has the highest average salary at 79,500.', ['none']],
  [
    'Engineering has a headcount of 34, an average salary of 81,300.20 and a median of 79,500.',
    ['cell', 'cell', 'cell'],
  ],
  [
    '| department | avg salary | median salary |\n|---|---|---|\n| Sales | 54,250.75 | 52,000 |',
    ['cell', 'cell'],
  ],
  [
    '| department | avg salary | median salary |\n|---|---|---|\n| Sales | 52,000 | 54,250.75 |',
    ['none', 'none'],
  ],
] as const)('proves a figure by the column that states it: "%s"', ([text, rules]) => {
  expect(rulesOf(text, SALARIES)).toEqual(rules)
})
