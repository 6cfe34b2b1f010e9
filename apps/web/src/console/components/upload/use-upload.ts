'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/console/trpc/client.ts'
import type { UploadProgress } from './upload-file.ts'

/** Uploads a file as a new data source, one at a time, with its progress. */
export function useUpload() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const upload = useMutation({
    mutationFn: async ({ file, signal }: { readonly file: File; readonly signal?: AbortSignal }) => {
      const { uploadFile } = await import('./upload-file.ts')
      const uploaded = await uploadFile(file, { onProgress: setProgress, ...(signal && { signal }) })
      await queryClient.invalidateQueries(trpc.dataSource.list.queryFilter())
      return uploaded
    },
    onSettled: () => setProgress(null),
  })
  return { upload, progress }
}
