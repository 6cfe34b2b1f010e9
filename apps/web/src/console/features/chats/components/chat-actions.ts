'use client'

import { createContext, useContext } from 'react'

/** What a reader can do with the questions of a chat. A place is the position of a question in the history. */
export type ChatActions = {
  readonly sessionId: string
  readonly agentId: string
  /** Whether an answer is being written; questions can then not be changed. */
  readonly isBusy: boolean
  /** The place of the question that is being edited. */
  readonly editing: number | null
  readonly edit: (place: number | null) => void
  /** Asks a question in a new branch that begins with the messages before its place. */
  readonly askInBranch: (branch: BranchQuestion) => void
}

export type BranchQuestion = {
  readonly place: number
  readonly question: string
  /** The chat's agent by default. */
  readonly agentId?: string
}

export const ChatActionsContext = createContext<ChatActions | null>(null)

/** The actions of the chat around a message. Throws outside a conversation. */
export function useChatActions(): ChatActions {
  const actions = useContext(ChatActionsContext)
  if (actions === null) throw new Error('useChatActions needs a conversation above it')
  return actions
}
