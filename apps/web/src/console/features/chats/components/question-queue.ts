/** The questions of each session that wait for the end of its running answer. */
export type QuestionQueue = ReturnType<typeof createQuestionQueue>

/** The same list each time, so that a page without waiting questions is not redrawn. */
const NONE: readonly string[] = []

/** Keeps waiting questions by session, oldest first; they stay while other pages are shown. */
export function createQuestionQueue() {
  const queues = new Map<string, readonly string[]>()
  const listeners = new Set<() => void>()
  const get = (sessionId: string): readonly string[] => queues.get(sessionId) ?? NONE
  function set(sessionId: string, questions: readonly string[]): void {
    if (questions.length === 0) queues.delete(sessionId)
    else queues.set(sessionId, questions)
    for (const listener of listeners) listener()
  }
  return {
    get,
    add: (sessionId: string, question: string): void => set(sessionId, [...get(sessionId), question]),
    /** Removes the question at a position. */
    remove: (sessionId: string, position: number): void =>
      set(
        sessionId,
        get(sessionId).filter((_, index) => index !== position),
      ),
    /** Removes the oldest question and returns it. */
    take(sessionId: string): string | undefined {
      const [oldest, ...later] = get(sessionId)
      set(sessionId, later)
      return oldest
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
