'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/console/trpc/client.ts'
import { type UploadProgress, uploadFile } from './upload-file.ts'

const EXTENSION =
  /\.((csv|tsv|tab|txt|json|geojson|ndjson|jsonl)(\.gz)?|parquet|xlsx|zip|sqlite|sqlite3|db)$/i

/** Whether a file's name has a supported type of data source. */
export function isReadable({ name }: File): boolean {
  return EXTENSION.test(name)
}

/** Uploads a file as a new data source; `progress` is set meanwhile. */
export function useUpload() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(file, setProgress),
    onSuccess: () => queryClient.invalidateQueries(trpc.dataSource.list.queryFilter()),
    onSettled: () => setProgress(null),
  })
  return { upload, progress }
}
