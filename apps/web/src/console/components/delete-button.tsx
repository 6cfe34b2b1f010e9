'use client'

import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { ConfirmDeletion } from './confirm-deletion.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

/** The button on a record's page that deletes the record after a confirmation. */
export function DeleteButton(props: Omit<ComponentProps<typeof ConfirmDeletion>, 'children'>) {
  return (
    <ConfirmDeletion {...props}>
      {(ask) => (
        <Button variant="light" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
          {COMPONENT_TEXTS.delete}
        </Button>
      )}
    </ConfirmDeletion>
  )
}
