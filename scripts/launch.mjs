#!/usr/bin/env node
// The commands of this project (`npm start`, `npm test`, `npm run dev`) on a machine that has only Node 20 or newer and npm.
// Until the packages are installed nothing but Node's own modules may be imported.
import path from 'node:path'
import { isExpectedFailure } from './expected-failure.mjs'
import { develop } from './launch/develop.mjs'
import { runScript } from './launch/run-script.mjs'
import { runTests } from './launch/run-tests.mjs'
import { start } from './launch/start.mjs'
import { listenForStop } from './launch/stop-request.mjs'

const COMMANDS = { start, dev: develop, test: runTests, run: runScript }
// The exit code that a shell reports for a program ended by Ctrl-C.
const STOPPED = 130
const USAGE = 'Usage: node scripts/launch.mjs start | dev | test | run <pnpm arguments>'

// A closed pipe must not stop the service.
process.stdout.on('error', () => {})

process.exitCode = await main(process.argv.slice(2))

/** @param {string[]} argv @returns {Promise<number>} the exit code */
async function main([name = '', ...args]) {
  const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1]
  if (!command) {
    console.error(USAGE)
    return 2
  }
  const stop = listenForStop()
  try {
    return await command({ root: path.resolve(import.meta.dirname, '..'), args, stop })
  } catch (error) {
    if (stop.requested.aborted) return command === start || command === develop ? 0 : STOPPED
    console.error(isExpectedFailure(error) ? `\n${error.message}` : error)
    return 1
  } finally {
    stop.ignore()
  }
}
