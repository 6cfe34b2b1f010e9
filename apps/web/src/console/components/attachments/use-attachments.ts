'use client'

import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '../sentence-of.ts'
import { loadRefusalOf } from '../upload/load-refusal-of.ts'
import { useUpload } from '../upload/use-upload.ts'
import { type Attachment, isUnderWay, keepAttachments, readAttachments } from './attachment.ts'
import { composeQuestion } from './compose-question.ts'
import { readPaste } from './read-paste.ts'
import { ATTACHMENT_TEXTS as texts } from './texts.ts'
import { useBoundSources } from './use-bound-sources.ts'

type SetList = Dispatch<SetStateAction<readonly Attachment[]>>

/** What a composer shows and does with attachments. */
export type Attachments = ReturnType<typeof useAttachments>

/** The files and texts of one draft. The agent sees each file as soon as it is a data source. */
export function useAttachments(key: string, agentId: string | null) {
  const [list, setList] = useState<readonly Attachment[]>(() => readAttachments(key))
  useEffect(() => keepAttachments(key, list), [key, list])
  const problem = useBoundSources(agentId, list)
  const { addFiles, cancel } = useFileQueue(setList)

  /** Takes a pasted text that is too long for the question. Returns false for one that belongs into it. */
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

  const remove = useCallback(
    (id: string) => {
      cancel(id)
      setList((all) => all.filter((entry) => entry.id !== id))
    },
    [cancel],
  )

  /** Returns the question with its attachments, and clears them. */
  const take = useCallback(
    (question: string): string => {
      setList([])
      return composeQuestion(question, list)
    },
    [list],
  )

  const isBusy = list.some(isUnderWay)
  return useMemo(
    () => ({ list, isBusy, problem, addFiles, addPaste, remove, take }),
    [list, isBusy, problem, addFiles, addPaste, remove, take],
  )
}

/** Sends files one after the other, so that no two ask for the same name at once. */
function useFileQueue(setList: SetList) {
  const { send } = useUpload()
  const queue = useRef(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())

  const sendFile = useCallback(
    async (file: File, { id, name }: Pick<Attachment, 'id' | 'name'>) => {
      const signal = aborts.current.get(id)?.signal
      if (!signal || signal.aborted) return
      const change = (next: Attachment) =>
        setList((all) => all.map((entry) => (entry.id === id ? next : entry)))
      try {
        const onProgress = ({ sent }: { sent: number }) => change({ id, name, phase: 'sending', sent })
        change({ id, name, phase: 'ready', source: await send(file, { onProgress, signal }) })
      } catch (error) {
        if (!signal.aborted) change({ id, name, phase: 'failed', sentence: sentenceOf(error) })
      } finally {
        aborts.current.delete(id)
      }
    },
    [setList, send],
  )

  const addFiles = useCallback(
    async (files: readonly File[]) => {
      const refusalOf = await loadRefusalOf()
      for (const file of files) {
        const entry = { id: crypto.randomUUID(), name: file.name }
        const sentence = refusalOf(file)
        if (sentence !== null) setList((all) => [...all, { ...entry, phase: 'failed', sentence }])
        else {
          aborts.current.set(entry.id, new AbortController())
          setList((all) => [...all, { ...entry, phase: 'waiting' }])
          queue.current = queue.current.then(() => sendFile(file, entry))
        }
      }
    },
    [setList, sendFile],
  )

  const cancel = useCallback((id: string) => {
    aborts.current.get(id)?.abort()
    aborts.current.delete(id)
  }, [])
  return { addFiles, cancel }
}
