import { parentPort, workerData } from 'node:worker_threads'
import type { ColumnValues } from './collect-values.ts'
import { writeValues } from './write-values.ts'

/**
 * The thread that writes an index: `workerData` is its path. Each message is a column, and null is the end. It answers
 * each one when it is done with it. What it throws reaches the thread that started it.
 */
function main(path: string): void {
  const writer = writeValues(path)
  parentPort?.on('message', (column: ColumnValues | null) => {
    if (column) writer.add(column)
    else writer.finish()
    parentPort?.postMessage('done')
  })
}

main(String(workerData))
