import type { Asked } from './exchange.ts'

const STORAGE_KEY = 'parley.unsent'

/** The questions of this tab that the service has not taken, one for each session. They outlast a reload. */
export type UnsentQuestions = ReturnType<typeof createUnsentQuestions>

/** Keeps the questions in the storage of the tab. Where that has no room, they are lost at a reload. */
export function createUnsentQuestions() {
  const questions = new Map<string, Asked>(readQuestions())
  function store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...questions]))
    } catch {
      // The images are larger than the storage, and the questions in it are older than those that the page shows.
      removeStored()
    }
  }
  return {
    /** The questions that were kept before the page was loaded. */
    kept: (): readonly (readonly [sessionId: string, asked: Asked])[] => [...questions],
    keep(sessionId: string, { question, images, place }: Asked): void {
      questions.set(sessionId, { question, images, place })
      store()
    },
    /** Forgets the question of a session: the service has taken it, or its reader has taken it back. */
    forget(sessionId: string): void {
      if (questions.delete(sessionId)) store()
    },
  }
}

function readQuestions(): [string, Asked][] {
  try {
    // Only this file writes it.
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  } catch {
    // On the server, and where the browser keeps nothing.
    return []
  }
}

function removeStored(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // The browser keeps nothing.
  }
}
