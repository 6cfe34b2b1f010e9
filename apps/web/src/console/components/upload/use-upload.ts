'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTRPC } from '#web/console/trpc/client.ts'
import type { Sending, Uploaded, UploadProgress } from './upload-file.ts'

/** Uploads files as new data sources. `upload` has one file at a time with its `progress`; `send` any number. */
export function useUpload() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const filter = trpc.dataSource.list.queryFilter()
  const send = useCallback(
    async (file: File, sending: Sending): Promise<Uploaded> => {
      const { uploadFile } = await import('./upload-file.ts')
      const uploaded = await uploadFile(file, sending)
      await queryClient.invalidateQueries(filter)
      return uploaded
    },
    // The filter is a new object with the same key at each call.
    [queryClient, JSON.stringify(filter.queryKey)],
  )
  const upload = useMutation({
    mutationFn: ({ file, signal }: { readonly file: File; readonly signal?: AbortSignal }) =>
      send(file, { onProgress: setProgress, ...(signal && { signal }) }),
    onSettled: () => setProgress(null),
  })
  return { upload, send, progress }
}
