'use client'

import { useQueries } from '@tanstack/react-query'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { Attachment } from './attachment.ts'
import { ATTACHMENT_TEXTS as texts } from './texts.ts'

/**
 * Lets an agent see the attached data sources, as soon as they are there and again when another agent is chosen. Returns
 * why the agent cannot read them, as a sentence, and null when it can. Changes nothing while there is no agent.
 */
export function useBoundSources(agentId: string | null, attachments: readonly Attachment[]): string | null {
  const client = useTRPCClient()
  const ids = attachments.flatMap((entry) => (entry.phase === 'ready' ? [entry.source.id] : []))
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['bound data source', agentId, id],
      queryFn: () => client.agent.addDataSource.mutate({ agent_id: agentId ?? '', data_source_id: id }),
      enabled: agentId !== null,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
    combine: (results): string | null => {
      const failed = results.find(({ isError }) => isError)
      if (failed) return `${texts.notBound}: ${sentenceOf(failed.error)}`
      return results.some(({ data }) => data?.reads_data === false) ? texts.agentReadsNoData : null
    },
  })
}
