/** @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur: number, tdur?: number, args: any }} TraceEvent */

const CATEGORIES = 'toplevel,devtools.timeline,loading'
/** Events in which a script runs. */
const SCRIPTS = ['EvaluateScript', 'FunctionCall']
/** As Lighthouse counts on a phone: the processor is this many times slower, and a task blocks after this time. */
const SLOWER = 4
const LONG_MS = 50

/**
 * Traces what `act` does. Processor time of the main thread does not depend on other work of the machine, as wall time does.
 *
 * @param {import('./open-chromium.mjs').Chromium} chromium @param {() => Promise<void>} act loads one page
 * @returns {Promise<Record<'sum' | 'scripts' | 'styles and layout' | 'painting' | 'blocked', number>>} milliseconds of processor time; those with scripts, and what Lighthouse would call blocked
 */
export async function traceTasks(chromium, act) {
  /** @type {TraceEvent[]} */
  const events = []
  const complete = Promise.withResolvers()
  const stop = chromium.listen(({ method, params }) => {
    if (method === 'Tracing.dataCollected') events.push(...params.value)
    if (method === 'Tracing.tracingComplete') complete.resolve(undefined)
  })
  await chromium.send('Tracing.start', { categories: CATEGORIES, transferMode: 'ReportEvents' })
  await act()
  await chromium.send('Tracing.end')
  await complete.promise
  stop()
  return sumTasks(events)
}

/** @param {readonly TraceEvent[]} events */
function sumTasks(events) {
  const isOwn = threadOf(events)
  const own = events.filter((event) => event.ph === 'X' && isOwn(event)).toSorted((a, b) => a.ts - b.ts)
  const tasks = outermost(own.filter(({ name }) => name.endsWith('RunTask')))
  const firstPaint = events.find((event) => event.name === 'firstContentfulPaint' && isOwn(event))?.ts ?? 0
  const scripts = own.filter(({ name }) => SCRIPTS.includes(name))
  const named = (...names) => sum(outermost(own.filter(({ name }) => names.includes(name))))
  return {
    sum: sum(tasks),
    scripts: sum(tasks.filter((task) => scripts.some(({ ts }) => ts >= task.ts && ts < task.ts + task.dur))),
    'styles and layout': named('UpdateLayoutTree', 'Layout'),
    painting: named('PrePaint', 'Paint', 'Layerize', 'Commit'),
    blocked: tasks
      .filter(({ ts }) => ts > firstPaint)
      .reduce((total, task) => total + Math.max(0, SLOWER * sum([task]) - LONG_MS), 0),
  }
}

/** The thread that runs most scripts. @param {readonly TraceEvent[]} events */
function threadOf(events) {
  const threads = events.filter(({ name }) => SCRIPTS.includes(name)).map(({ pid, tid }) => `${pid} ${tid}`)
  const [most] = [...Map.groupBy(threads, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length)
  /** @param {TraceEvent} event */
  return ({ pid, tid }) => `${pid} ${tid}` === most?.[0]
}

/** Without events inside others. @param {readonly TraceEvent[]} events in the order of their begin */
function outermost(events) {
  let end = 0
  return events.filter(({ ts, dur }) => {
    const isInside = ts < end
    if (!isInside) end = ts + dur
    return !isInside
  })
}

/** @param {readonly TraceEvent[]} events @returns {number} milliseconds of processor time */
function sum(events) {
  return events.reduce((total, { dur, tdur = dur }) => total + tdur / 1000, 0)
}
