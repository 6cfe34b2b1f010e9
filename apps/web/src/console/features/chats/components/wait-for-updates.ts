import { type MutationKey, onlineManager, type QueryClient } from '@tanstack/react-query'

/**
 * Resolves once no update of a chat is on its way, succeeded or failed. Without a connection it does not wait, because
 * updates wait for the connection.
 *
 * @param update the key of the mutation that updates chats
 */
export function waitForUpdates(
  queryClient: QueryClient,
  update: MutationKey,
  sessionId: string,
): Promise<void> {
  const mutations = queryClient.getMutationCache()
  const isUpdating = () =>
    mutations
      .findAll({ mutationKey: update, status: 'pending' })
      .some(({ state }) => isOf(state.variables, sessionId))
  if (!isUpdating()) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = mutations.subscribe(() => {
      if (isUpdating() && onlineManager.isOnline()) return
      unsubscribe()
      resolve()
    })
  })
}

function isOf(variables: unknown, sessionId: string): boolean {
  return Object(variables).session_id === sessionId
}
