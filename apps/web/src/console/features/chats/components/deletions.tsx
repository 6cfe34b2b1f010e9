'use client'

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { CHAT_TEXTS } from '../texts.ts'

/** Seconds in which a deletion can be undone. */
const UNDO_SECONDS = 7

type Deletions = {
  /** Chats that the page hides although the service still has them. */
  readonly hidden: ReadonlySet<string>
  readonly deleteChat: (sessionId: string, name: string) => void
}

const DeletionsContext = createContext<Deletions>({ hidden: new Set(), deleteChat: () => undefined })

/** Hides a chat at once. Deletes it when the time for Undo has passed, or when the page is closed. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const sendDeletion = useSendDeletion()

  const show = useCallback((sessionId: string) => {
    clearTimeout(timers.current.get(sessionId))
    timers.current.delete(sessionId)
    setHidden((ids) => new Set([...ids].filter((id) => id !== sessionId)))
  }, [])

  const finish = useCallback(
    (sessionId: string) => void sendDeletion(sessionId).finally(() => show(sessionId)),
    [sendDeletion, show],
  )

  const deleteChat = useCallback(
    (sessionId: string, name: string) => {
      setHidden((ids) => new Set([...ids, sessionId]))
      timers.current.set(
        sessionId,
        setTimeout(() => finish(sessionId), UNDO_SECONDS * 1000),
      )
      offerUndo({ sessionId, name, onUndo: () => show(sessionId) })
    },
    [finish, show],
  )

  useEffect(() => {
    const flush = () => {
      for (const sessionId of timers.current.keys()) sendDeletionOnLeaving(sessionId)
      timers.current.clear()
    }
    window.addEventListener('pagehide', flush)
    return () => window.removeEventListener('pagehide', flush)
  }, [])

  const value = useMemo(() => ({ hidden, deleteChat }), [hidden, deleteChat])
  return <DeletionsContext value={value}>{children}</DeletionsContext>
}

/** Deletes a chat, with time to undo it. */
export function useDeleteChat(): Deletions['deleteChat'] {
  return useContext(DeletionsContext).deleteChat
}

/** The ids of the hidden chats. */
export function useHiddenChats(): ReadonlySet<string> {
  return useContext(DeletionsContext).hidden
}

function useSendDeletion(): (sessionId: string) => Promise<void> {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  return useCallback(
    async (sessionId) => {
      try {
        await client.session.delete.mutate({ session_id: sessionId, branches: 'all' })
        await queryClient.invalidateQueries(trpc.session.list.pathFilter())
      } catch (error) {
        notifications.show({ color: 'red', title: CHAT_TEXTS.deleteFailed, message: sentenceOf(error) })
      }
    },
    [client, queryClient, trpc],
  )
}

/** The browser cancels the requests of a closing page, but still sends a beacon. */
function sendDeletionOnLeaving(sessionId: string): void {
  const body = new Blob([JSON.stringify({ session_id: sessionId, branches: 'all' })], {
    type: 'application/json',
  })
  navigator.sendBeacon('/api/trpc/session.delete', body)
}

function offerUndo(deletion: { sessionId: string; name: string; onUndo: () => void }): void {
  const id = `deleted-${deletion.sessionId}`
  const undo = () => {
    notifications.hide(id)
    deletion.onUndo()
  }
  notifications.show({
    id,
    autoClose: UNDO_SECONDS * 1000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" lineClamp={2}>
          {CHAT_TEXTS.deleted(deletion.name)}
        </Text>
        <Button size="xs" variant="default" onClick={undo}>
          {COMPONENT_TEXTS.undo}
        </Button>
      </Group>
    ),
  })
}
