'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '../trpc/client.ts'

/**
 * Accepts files that are dropped or pasted anywhere in the console: each becomes a data source or is refused. The
 * script that sends them loads with the first file.
 */
export function FileCatcher() {
  const queryClient = useQueryClient()
  const trpc = useTRPC()
  useEffect(() => {
    const { signal, abort } = withAbort()
    const onSource = () => queryClient.invalidateQueries(trpc.dataSource.list.pathFilter())
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      // A part of the page that accepts files has prevented the default.
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      void import('./send-files.tsx').then(({ sendFiles }) => sendFiles(files, onSource))
    }
    // Without this the browser leaves the page and opens the file.
    window.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal })
    window.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    window.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return abort
  }, [queryClient, trpc])
  return null
}

function withAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
