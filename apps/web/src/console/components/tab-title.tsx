'use client'

import { useDocumentTitle } from '@mantine/hooks'
import { COMPONENT_TEXTS } from './texts.ts'

/** Gives the browser's tab the name of the record that the page shows. */
export function TabTitle({ name }: { name: string }) {
  useDocumentTitle(`${name} · ${COMPONENT_TEXTS.product}`)
  return null
}
