import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENDPOINTS } from './operations.ts'

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n')

test.each(ENDPOINTS)(
  '$name shows its summary to an editor that hovers over the client',
  ({ name, summary }) => {
    const [, verb] = name.split('.')
    expect(sources).toContain(`  /** ${summary}. */\n  ${verb}: endpoint({\n    name: '${name}',`)
  },
)
