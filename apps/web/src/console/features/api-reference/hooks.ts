'use client'

import { useQuery } from '@tanstack/react-query'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { readDocument } from './components/read-document.ts'

/** The operations of the published document. */
export function useOperations() {
  return useQuery({
    queryKey: ['openapi'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const response = await fetch('/api/openapi.json')
      if (!response.ok) throw new Error(COMPONENT_TEXTS.offline)
      return readDocument(await response.json())
    },
  })
}
