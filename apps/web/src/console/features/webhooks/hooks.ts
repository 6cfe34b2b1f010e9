'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Adds a webhook; only this reply contains its secret, which is dropped with the dialog. */
export function useCreateWebhook() {
  const trpc = useTRPC()
  const refresh = useRefreshWebhooks()
  return useMutation({ ...trpc.webhook.create.mutationOptions({ onSuccess: refresh }), gcTime: 0 })
}

/** Enables or disables a webhook. */
export function useUpdateWebhook() {
  const trpc = useTRPC()
  const refresh = useRefreshWebhooks()
  return useMutation(trpc.webhook.update.mutationOptions({ onSuccess: refresh }))
}

/** Replaces the secret of a webhook; only this reply contains the new one. */
export function useRotateSecret() {
  const trpc = useTRPC()
  return useMutation({ ...trpc.webhook.rotateSecret.mutationOptions(), gcTime: 0 })
}

/** Sends a test event. */
export function useTestWebhook() {
  const trpc = useTRPC()
  const refresh = useRefreshWebhooks()
  return useMutation(trpc.webhook.test.mutationOptions({ onSuccess: refresh }))
}

/** Sends a delivery again. */
export function useReplayDelivery() {
  const trpc = useTRPC()
  const refresh = useRefreshWebhooks()
  return useMutation(trpc.webhook.replay.mutationOptions({ onSuccess: refresh }))
}

/** Deletes a webhook. */
export function useDeleteWebhook() {
  const trpc = useTRPC()
  const refresh = useRefreshWebhooks()
  return useMutation(trpc.webhook.delete.mutationOptions({ onSuccess: refresh }))
}

function useRefreshWebhooks() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.webhook.pathFilter())
}
