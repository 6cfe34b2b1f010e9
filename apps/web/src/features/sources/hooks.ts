'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/trpc/client.ts'
import { type UploadProgress, uploadFile } from './components/upload-file.ts'

/** All sources. */
export function useSources() {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.list.queryOptions({}))
}

/** One source with its tables and columns. */
export function useSource(id: string) {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.get.queryOptions({ data_source_id: id }))
}

/** The public data sets that can be connected. */
export function useSamples() {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.listSamples.queryOptions({}))
}

/** Connects a sample. */
export function useConnectSample() {
  const trpc = useTRPC()
  const refresh = useRefreshSources()
  return useMutation(trpc.dataSource.create.mutationOptions({ onSuccess: refresh }))
}

/** Deletes a source. */
export function useDeleteSource() {
  const trpc = useTRPC()
  const refresh = useRefreshSources()
  return useMutation(trpc.dataSource.delete.mutationOptions({ onSuccess: refresh }))
}

/** Sends a file; `progress` while that is under way. */
export function useUpload() {
  const refresh = useRefreshSources()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(file, setProgress),
    onSuccess: refresh,
    onSettled: () => setProgress(null),
  })
  return { upload, progress }
}

function useRefreshSources() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.dataSource.list.queryFilter())
}
