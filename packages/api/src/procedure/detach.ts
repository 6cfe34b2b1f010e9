/**
 * Runs a generator to its end even when its reader stops reading. The reader then receives no more events. An error that
 * the generator throws afterwards is dropped, so the generator itself must record it.
 */
export async function* detach<Event, Output>(
  work: AsyncGenerator<Event, Output, void>,
): AsyncGenerator<Event, Output, void> {
  const queue: Event[] = []
  let isRead = true
  let wake: () => void = () => {}
  const finished = pump()
  let isDone = false
  const settled = finished.then(
    () => {},
    () => {},
  )
  void settled.then(() => {
    isDone = true
    wake()
  })

  try {
    while (true) {
      const event = queue.shift()
      if (event !== undefined) yield event
      else if (isDone) return await finished
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    isRead = false
    queue.length = 0
  }

  async function pump(): Promise<Output> {
    let next = await work.next()
    while (!next.done) {
      if (isRead) queue.push(next.value)
      wake()
      next = await work.next()
    }
    return next.value
  }
}
