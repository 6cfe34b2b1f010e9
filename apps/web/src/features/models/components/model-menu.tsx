'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { ConfirmDeletion } from '#web/components/confirm-deletion.tsx'
import { type Model, useDeleteModel } from '../hooks.ts'
import { MODEL_TEXTS as texts } from '../texts.ts'

/** Change and delete. */
export function ModelMenu({ model, onEdit }: { model: Model; onEdit: () => void }) {
  const deletion = useDeleteModel()
  const [isAsking, asking] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(model.name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {texts.edit}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={asking.open}
          >
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDeletion
        isOpen={isAsking}
        onClose={asking.close}
        texts={{
          title: texts.deleteTitle,
          text: texts.deleteText(model.name),
          confirm: texts.deleteConfirm,
          keep: texts.keep,
          failed: texts.deleteFailed,
        }}
        onConfirm={() => deletion.mutateAsync(model.id)}
      />
    </>
  )
}
