import { TRPCClientError } from '@trpc/client'
import { COMPONENT_TEXTS } from './texts.ts'

/**
 * The failure as a sentence for the user: the service's own words, or that the service could not be reached.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof TRPCClientError) return error.data ? error.message : COMPONENT_TEXTS.offline
  if (error instanceof TypeError) return COMPONENT_TEXTS.offline
  return error instanceof Error ? error.message : COMPONENT_TEXTS.offline
}
