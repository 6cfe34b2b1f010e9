'use client'

import { Box, Menu, Modal, Stack, TextInput, useMatches } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { LIMITS } from '@parley/contract/limits'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { chatName } from '#web/console/components/chat-name.ts'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import type { MenuTarget } from '#web/console/components/lazy-menu.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { usePersonas } from '#web/console/queries/persona.ts'
import { useKeeping } from '#web/console/queries/session.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { useDeleteChat } from './deletions.tsx'
import { FolderForm } from './folder-form.tsx'
import { type Keeping, KeepingItems } from './keeping-items.tsx'

/** The chat of a menu. */
export type ChatMenuProps = {
  readonly sessionId: string
  readonly name: string
  /** The persona of the chat. Only the chat's own page sets it; that page closes when the chat is deleted. */
  readonly personaId?: number
  /** Whether the page shows the chat, so that deleting it leaves the page; for a menu beside the page. */
  readonly isShown?: boolean
  /** How the chat is kept; read when the menu opens where the page does not know it. */
  readonly keeping?: Keeping
}

/** The open menu: rename, pin, archive, move, delete and, on a narrow page, the persona. */
export function ChatMenuItems({ target, ...chat }: ChatMenuProps & MenuTarget) {
  const { sessionId, name, personaId, isShown } = chat
  const read = useKeeping(sessionId, { isWanted: chat.keeping === undefined })
  const keeping = chat.keeping ?? read.data
  const router = useRouter()
  const deleteChat = useDeleteChat()
  const [isRenaming, renaming] = useDisclosure(false)
  const [isMoving, moving] = useDisclosure(false)
  const menu = useOpenOnArrival()
  const isNarrow = useMatches({ base: true, md: false })

  function remove() {
    if (personaId !== undefined || isShown) router.push('/chats')
    deleteChat(sessionId, chatName(name))
  }

  return (
    <>
      <Menu position="bottom-end" width={220} {...menu}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={renaming.open}>
            {CHAT_TEXTS.rename}
          </Menu.Item>
          <KeepingItems sessionId={sessionId} keeping={keeping} onMove={moving.open} />
          {isNarrow && personaId !== undefined && (
            <PersonaItems sessionId={sessionId} personaId={personaId} />
          )}
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={remove}
          >
            {COMPONENT_TEXTS.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isRenaming} onClose={renaming.close} title={CHAT_TEXTS.renameTitle}>
        <RenameForm sessionId={sessionId} name={name} onDone={renaming.close} />
      </Modal>
      <Modal opened={isMoving} onClose={moving.close} title={CHAT_TEXTS.moveTitle}>
        <FolderForm sessionId={sessionId} folder={keeping?.folder ?? ''} onDone={moving.close} />
      </Modal>
    </>
  )
}

/** The personas of a chat; the menu stays open to show the choice. */
function PersonaItems({ sessionId, personaId }: { readonly sessionId: string; readonly personaId: number }) {
  const personas = usePersonas()
  const update = useUpdateChat(sessionId)
  return (
    <>
      <Menu.Divider />
      <Menu.Label aria-hidden>{CHAT_TEXTS.switchPersona}</Menu.Label>
      <Box role="group" aria-label={CHAT_TEXTS.switchPersona} mah="40dvh" style={{ overflowY: 'auto' }}>
        <Menu.RadioGroup
          value={String(update.isPending ? update.variables.persona_id : personaId)}
          onChange={(chosen) => update.mutate({ session_id: sessionId, persona_id: Number(chosen) })}
        >
          {personas.data?.personas.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={String(id)}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Box>
      <Menu.Divider />
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
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('name')}
        />
        <FormButtons onCancel={onDone} isPending={update.isPending} />
      </Stack>
    </form>
  )
}
