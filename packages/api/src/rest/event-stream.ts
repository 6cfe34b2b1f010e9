/** How long a stream waits for its first event before it sends its headers. */
const FIRST_EVENT_MS = 1_000
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': keep-alive\n\n'

/**
 * Starts a generator. Resolves with the promise of its first result when that is available, and after one
 * second at the latest. The promise is wrapped in an object because `await` would wait for it. Throws when
 * the generator fails first.
 */
export async function firstSoon<Event, Output>(
  events: AsyncGenerator<Event, Output, void>,
): Promise<{ readonly first: Promise<IteratorResult<Event, Output>> }> {
  const first = events.next()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FIRST_EVENT_MS)
  })
  try {
    await Promise.race([first, late])
  } finally {
    clearTimeout(timer)
  }
  return { first }
}

/** Yields the events of a generator whose first result was already requested, and returns its output. */
export async function* startingWith<Event, Output>(
  { first }: { readonly first: Promise<IteratorResult<Event, Output>> },
  events: AsyncGenerator<Event, Output, void>,
): AsyncGenerator<Event, Output, void> {
  const begun = await first
  if (begun.done) return begun.value
  try {
    yield begun.value
    return yield* events
  } finally {
    await events.return(undefined as Output)
  }
}

/**
 * Yields the frames of an event stream. A comment after every 15 s without a frame keeps the connection open. All frames
 * share one timer: a new one for each takes a tenth of the processor time of a frame.
 */
export async function* withHeartbeats(
  frames: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  let onQuiet = () => {}
  const timer = setTimeout(() => onQuiet(), HEARTBEAT_MS)
  try {
    let pending = frames.next()
    while (true) {
      const next = await untilQuiet(pending)
      if (next === LATE) yield HEARTBEAT
      else if (next.done) return
      else {
        yield next.value
        pending = frames.next()
      }
    }
  } finally {
    clearTimeout(timer)
    await frames.return()
  }

  function untilQuiet<Value>(work: Promise<Value>): Promise<Value | typeof LATE> {
    timer.refresh()
    return new Promise((resolve, reject) => {
      onQuiet = () => resolve(LATE)
      work.then(resolve, reject)
    })
  }
}

const LATE = Symbol('late')
