'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { type Attachment, isReady, isUnderWay, keepAttachments, readAttachments } from './attachment.ts'
import { composeQuestion } from './compose-question.ts'
import type { FileQueue } from './file-queue.ts'
import type { Images } from './images.ts'
import { readPaste } from './read-paste.ts'
import { ATTACHMENT_TEXTS as texts } from './texts.ts'
import { useBoundSources } from './use-bound-sources.ts'

type NamedSource = {
  readonly id: string
  /** The name in SQL. */
  readonly name: string
  readonly title: string
}

/** What a composer shows and does with attachments. */
export type Attachments = ReturnType<typeof useAttachments>

/** The files, images and texts of one draft. The agent sees each file as soon as it is a data source. */
export function useAttachments(key: string, agentId: string | null) {
  const [list, setList] = useState<readonly Attachment[]>(() => readAttachments(key))
  useEffect(() => keepAttachments(key, list), [key, list])
  const problem = useBoundSources(agentId, list)
  const { addFiles, cancel } = useFileQueue(agentId, setList)

  /** Takes a pasted text that is too long for the question. Returns false for a text that belongs in the question. */
  const addPaste = useCallback(
    (text: string): boolean => {
      const paste = readPaste(text)
      if (paste.kind === 'question') return false
      if (paste.kind === 'table') void addFiles([new File([text], `${texts.pastedFile}.${paste.format}`)])
      else setList((all) => [...all, { id: crypto.randomUUID(), name: texts.pasted, phase: 'text', text }])
      return true
    },
    [addFiles],
  )

  /** Adds a data source that exists already. */
  const addSource = useCallback(({ id, name, title }: NamedSource) => {
    const added = { id, name: title, phase: 'ready' as const, source: { id, name, rowCount: null } }
    setList((all) => (all.some((entry) => isReady(entry) && entry.source.id === id) ? all : [...all, added]))
  }, [])

  /** Adds the images of an earlier question. */
  const putImages = useCallback((images: Images) => {
    const added = images.map((url, index) => ({
      id: crypto.randomUUID(),
      name: texts.image(index + 1),
      phase: 'image' as const,
      url,
    }))
    setList((all) => [...all, ...added])
  }, [])

  const remove = useCallback(
    (id: string) => {
      cancel(id)
      setList((all) => all.filter((entry) => entry.id !== id))
    },
    [cancel],
  )

  /** Returns the question with its attachments, and clears them. */
  const take = useCallback(
    (question: string): { readonly question: string; readonly images: Images } => {
      setList([])
      const images = list.flatMap((entry) => (entry.phase === 'image' ? [entry.url] : []))
      return { question: composeQuestion(question, list), images }
    },
    [list],
  )

  const isBusy = list.some(isUnderWay)
  return useMemo(
    () => ({ list, isBusy, problem, addFiles, addPaste, addSource, putImages, remove, take }),
    [list, isBusy, problem, addFiles, addPaste, addSource, putImages, remove, take],
  )
}

function isOneOf(added: readonly { readonly id: string }[], { id }: Attachment): boolean {
  return added.some((entry) => entry.id === id)
}

function notLoaded({ id, name }: Attachment): Attachment {
  return { id, name, phase: 'failed', sentence: texts.notLoaded }
}

/** Sends files in their order. The script that sends them loads with the first file. */
function useFileQueue(
  agentId: string | null,
  setList: (change: (all: readonly Attachment[]) => readonly Attachment[]) => void,
) {
  const client = useTRPCClient()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const queue = useRef<FileQueue>(null)
  const cancelled = useRef(new Set<string>())

  const addFiles = useCallback(
    async (files: readonly File[]) => {
      const added = files.map((file) => ({ id: crypto.randomUUID(), name: file.name, file }))
      // While the script that sends them loads, the files are shown and hold the question back.
      setList((all) => [...all, ...added.map(({ id, name }) => ({ id, name, phase: 'waiting' as const }))])
      const loaded = await import('./file-queue.ts').catch(() => null)
      if (!loaded)
        return setList((all) => all.map((entry) => (isOneOf(added, entry) ? notLoaded(entry) : entry)))
      queue.current ??= loaded.createFileQueue({
        client,
        setList,
        onSource: () => queryClient.invalidateQueries(trpc.dataSource.list.pathFilter()),
      })
      const left = added.filter(({ id }) => !cancelled.current.has(id))
      queue.current.add(left, agentId)
    },
    [client, queryClient, trpc, setList, agentId],
  )
  const cancel = useCallback((id: string) => {
    cancelled.current.add(id)
    queue.current?.cancel(id)
  }, [])
  return { addFiles, cancel }
}
