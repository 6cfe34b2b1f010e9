import { TRPCClientError } from '@trpc/client'
import { isSignedOut } from '#web/console/trpc/create-query-client.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { COMPONENT_TEXTS } from './texts.ts'

/**
 * Returns the failure as a sentence for the user. It says that the session has ended, or that the service could not be
 * reached, or it is the service's own sentence, in the language of the page where there is a translation.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof TRPCClientError && !error.data) return COMPONENT_TEXTS.offline
  if (error instanceof TypeError || !(error instanceof Error)) return COMPONENT_TEXTS.offline
  return isSignedOut(error) ? COMPONENT_TEXTS.signedOut : translateSentence(error.message)
}
