'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconRobot, IconTrash } from '@tabler/icons-react'
import Link from 'next/link'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import { useDeleteModel } from '../hooks.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'

/** Create an agent with the model, change it, delete it. */
export function ModelMenu({ model, onEdit }: { model: ModelEntry; onEdit: () => void }) {
  const deletion = useDeleteModel()
  return (
    <ConfirmDeletion
      texts={{ title: texts.deleteTitle, text: texts.deleteText(model.name) }}
      onConfirm={() => deletion.mutateAsync(model.id)}
    >
      {(ask) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(model.name)}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              component={Link}
              href={`/agents/new?model=${model.id}`}
              leftSection={<IconRobot size={16} aria-hidden />}
            >
              {texts.toAgent}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              {texts.edit}
            </Menu.Item>
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={ask}
            >
              {COMPONENT_TEXTS.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </ConfirmDeletion>
  )
}
