import { expect, test } from 'vitest'
import { reportChanges } from './report-changes.ts'

test('a node that stays unreachable is reported once, and its return is reported once', () => {
  const reports: unknown[] = []
  const note = reportChanges({
    onFault: (error) => reports.push(error),
    onRecovered: () => reports.push('recovered'),
  })
  const away = () => note({ error: new Error('The node cannot be reached.') })
  const slow = new Error('The node is too slow.')
  for (const step of [() => note(null), away, away, away, () => note({ error: slow }), () => note(null)])
    step()
  note(null)
  expect(reports).toEqual([new Error('The node cannot be reached.'), slow, 'recovered'])
})
