import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { digestOfAnswers } from '../testing/print-answers.ts'

const run = promisify(execFile)
const script = path.join(import.meta.dirname, '../testing/print-answers.ts')

test('two processes in different time zones and this process return the same replies', async () => {
  const answers = await Promise.all(
    ['Pacific/Auckland', 'America/Lima'].map(async (zone) => {
      const env = { PATH: process.env.PATH, TZ: zone, LANG: 'tr_TR.UTF-8' }
      return (await run(process.execPath, [script], { env })).stdout
    }),
  )
  expect(answers[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(answers).toEqual([digestOfAnswers(), digestOfAnswers()])
})
