'use client'

import { Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import type { MenuTarget } from '#web/components/lazy-menu.tsx'
import { chatName, useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { useDeleteChat } from './deletions.tsx'

/** Which chat a menu is of. */
export type ChatMenuProps = {
  readonly sessionId: string
  readonly name: string
  /** True on the chat's own page, which is left when the chat is deleted. */
  readonly isOpenPage?: boolean
}

/** Rename and delete, opened. */
export function ChatMenuItems({ target, sessionId, name, isOpenPage = false }: ChatMenuProps & MenuTarget) {
  const router = useRouter()
  const deleteChat = useDeleteChat()
  const [isRenaming, renaming] = useDisclosure(false)

  function remove() {
    if (isOpenPage) router.push('/chats')
    deleteChat(sessionId, chatName(name))
  }

  return (
    <>
      <Menu position="bottom-end" defaultOpened>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={renaming.open}>
            {CHAT_TEXTS.rename}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {CHAT_TEXTS.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isRenaming} onClose={renaming.close} title={CHAT_TEXTS.renameTitle}>
        <RenameForm sessionId={sessionId} name={name} onDone={renaming.close} />
      </Modal>
    </>
  )
}

type RenameProps = { readonly sessionId: string; readonly name: string; readonly onDone: () => void }

function RenameForm({ sessionId, name, onDone }: RenameProps) {
  const update = useUpdateChat(sessionId)
  const form = useForm({ initialValues: { name } })

  function save(values: { name: string }) {
    update.mutate({ session_id: sessionId, name: values.name.trim() }, { onSuccess: onDone })
  }

  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <TextInput
          label={CHAT_TEXTS.nameLabel}
          data-autofocus
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {CHAT_TEXTS.cancel}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {CHAT_TEXTS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
