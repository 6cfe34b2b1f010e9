import type { Images } from '#web/console/components/attachments/images.ts'

/** A question and its images. */
export type QueuedQuestion = { readonly question: string; readonly images: Images }

/** The questions of each session that wait for the end of its running answer. */
export type QuestionQueue = ReturnType<typeof createQuestionQueue>

type Queue = readonly QueuedQuestion[]

/** The same list each time, so that a page without waiting questions is not redrawn. */
const NONE: Queue = []
const STORAGE_KEY = 'parley.waiting'

/** Keeps waiting questions by session, oldest first. They stay while other pages are shown, and at a reload. */
export function createQuestionQueue() {
  const queues = new Map<string, Queue>(readQueues())
  const listeners = new Set<() => void>()
  const get = (sessionId: string): Queue => queues.get(sessionId) ?? NONE
  function set(sessionId: string, questions: Queue): void {
    if (questions.length === 0) queues.delete(sessionId)
    else queues.set(sessionId, questions)
    keepQueues(queues)
    for (const listener of listeners) listener()
  }
  return {
    get,
    add: (sessionId: string, asked: QueuedQuestion): void => set(sessionId, [...get(sessionId), asked]),
    /** Removes the question at a position. */
    remove: (sessionId: string, position: number): void =>
      set(
        sessionId,
        get(sessionId).filter((_, index) => index !== position),
      ),
    /** Removes the oldest question and returns it. */
    take(sessionId: string): QueuedQuestion | undefined {
      const [oldest, ...later] = get(sessionId)
      if (oldest) set(sessionId, later)
      return oldest
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readQueues(): [string, Queue][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  } catch {
    // On the server, and where the browser keeps nothing.
    return []
  }
}

function keepQueues(queues: ReadonlyMap<string, Queue>): void {
  const write = (isKept: (asked: QueuedQuestion) => boolean) =>
    sessionStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([...queues].map(([id, queue]) => [id, queue.filter(isKept)])),
    )
  try {
    write(() => true)
  } catch {
    keepWithoutImages(() => write(({ images }) => images.length === 0))
  }
}

/**
 * Questions with images larger than the storage are lost at a reload. The others replace the list that was stored
 * before: some of its questions have been asked since.
 */
function keepWithoutImages(write: () => void): void {
  try {
    write()
  } catch {
    // The browser keeps nothing.
  }
}
