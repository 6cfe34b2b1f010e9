import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { usedStyles } from './used-styles.mjs'

const APP = path.join(import.meta.dirname, '../../apps/web')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-styles-'))
afterAll(() => rmSync(folder, { recursive: true }))

let sources = 0

function stylesOf(source: string): string[] {
  const file = path.join(folder, `${sources++}.tsx`)
  writeFileSync(file, source)
  return usedStyles(APP, [file])
}

test('takes the styles of a component and of the components that it is made of, in the order of Mantine', () => {
  const styles = stylesOf("import { Select as Choice } from '@mantine/core'")
  expect(styles.slice(0, 3)).toEqual(['baseline', 'default-css-variables', 'global'])
  const parts = ['ScrollArea', 'UnstyledButton', 'Popover', 'CloseButton', 'Input', 'Combobox']
  expect(styles.filter((name) => parts.includes(name))).toEqual(parts)
  expect(styles).not.toContain('Tabs')
})

test('takes the styles that other packages of Mantine need', () => {
  expect(stylesOf("import { Notifications } from '@mantine/notifications'")).toContain('Notification')
})

test('takes no styles for types', () => {
  const foundation = stylesOf('')
  expect(stylesOf("import type { Table } from '@mantine/core'")).toEqual(foundation)
  expect(stylesOf("import { type ButtonProps, rem } from '@mantine/core'")).toEqual(foundation)
})
