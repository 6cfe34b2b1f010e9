#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runDatabaseCommand } from './database-command.mjs'
import { loadEngine } from './load-engine.mjs'
import { openAdapterFactory } from './open-adapter-factory.mjs'
import { serveEngine } from './serve-engine.mjs'

// Stands in for Prisma's native schema engine, which is not in the npm registry: it takes the same arguments,
// implements the same JSON-RPC over lines, and runs the engine's WebAssembly build from the registry.

const { datamodels, url, words, isVersionAsked } = parseArguments(process.argv.slice(2))
const { SchemaEngine, version, readPanic } = await loadEngine()

process.on('uncaughtException', (error) => {
  console.error(
    JSON.stringify({ level: 'ERROR', fields: { message: `${readPanic()} ${error.stack}`.trim() } }),
  )
  process.exit(101)
})

if (isVersionAsked) {
  console.log(`schema-engine-cli ${version()}`)
} else if (words[0] === 'cli') {
  process.exitCode = await runDatabaseCommand(words, url)
} else {
  const { factory, close } = await openAdapterFactory(url)
  const files = datamodels.map((file) => [file, readFileSync(file, 'utf8')])
  const engine = await SchemaEngine.new(
    { datamodels: files.length > 0 ? files : undefined },
    () => {},
    factory,
  )
  await serveEngine({ engine, readPanic })
  await close()
  process.exit(0)
}

/**
 * @param {string[]} given
 * @returns {{ datamodels: string[], url: string, words: string[], isVersionAsked: boolean }}
 */
function parseArguments(given) {
  const parsed = {
    datamodels: /** @type {string[]} */ ([]),
    url: 'memory:',
    words: /** @type {string[]} */ ([]),
  }
  for (let index = 0; index < given.length; index++) {
    const word = String(given[index])
    if (!word.startsWith('--')) parsed.words.push(word)
    else if (word === '--datamodels') parsed.datamodels.push(String(given[++index]))
    else if (word === '--datasource') parsed.url = JSON.parse(String(given[++index])).url ?? parsed.url
    else index++
  }
  return { ...parsed, isVersionAsked: given[0] === '--version' }
}
