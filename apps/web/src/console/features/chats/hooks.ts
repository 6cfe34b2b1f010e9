'use client'

import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { keepingRequest } from '#web/console/queries/session.ts'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Renames a chat, gives it another agent or persona, pins it, archives it or moves it. */
export function useUpdateChat(sessionId: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.session.update.mutationOptions({
      // One after the other, so that the last choice is the one that is kept.
      scope: { id: `chat ${sessionId}` },
      onSuccess: (changed, { persona_id }) => {
        queryClient.setQueryData(trpc.session.get.queryKey({ session_id: sessionId }), (session) =>
          session ? { ...session, ...changed, persona_id: persona_id ?? session.persona_id } : session,
        )
        return Promise.all([
          queryClient.invalidateQueries(trpc.session.get.queryFilter(keepingRequest(sessionId))),
          queryClient.invalidateQueries(trpc.session.list.pathFilter()),
          queryClient.invalidateQueries(trpc.session.listFolders.pathFilter()),
        ])
      },
      onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
    }),
  )
}

/** Opens a chat with an agent. */
export function useOpenChat() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.session.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.session.list.pathFilter()),
    }),
  )
}

type Answers = { answers: { run_id: string; rating: Rating | null }[] }
type Rating = { readonly verdict: 'up' | 'down'; readonly comment: string }

/** Rates the answers of a chat. The page shows a rating at once, and takes it back when the service refuses it. */
export function useRateAnswer(sessionId: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const queryKey = trpc.session.listAnswers.queryKey({ session_id: sessionId })
  const show = (run_id: string, rating: Rating | null) =>
    queryClient.setQueryData(queryKey, (list) => list && withRating(list, { run_id, rating }))
  const onError = (error: unknown) => {
    notifications.show({ color: 'red', message: sentenceOf(error) })
    return queryClient.invalidateQueries({ queryKey })
  }
  const saving = useMutation(
    trpc.rating.save.mutationOptions({
      onMutate: ({ run_id, verdict, comment = '' }) => show(run_id, { verdict, comment }),
      onError,
    }),
  )
  const removal = useMutation(
    trpc.rating.delete.mutationOptions({ onMutate: ({ run_id }) => show(run_id, null), onError }),
  )
  return { save: saving.mutate, remove: removal.mutate }
}

function withRating<List extends Answers>(
  list: List,
  { run_id, rating }: { readonly run_id: string; readonly rating: Rating | null },
): List {
  const answers = list.answers.map((answer) => (answer.run_id === run_id ? { ...answer, rating } : answer))
  return { ...list, answers }
}

/** The first words of a question, as the name of its chat. */
export function nameFor(question: string): string {
  const line = question.trim().split('\n', 1)[0] ?? ''
  return line.length <= 60 ? line : `${line.slice(0, 57).trimEnd()}…`
}
