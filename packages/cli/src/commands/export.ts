import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, type CommandCall, textOf } from '../command.ts'
import { UsageError } from '../failure.ts'
import { writeSessionMarkdown } from '../write-session-markdown.ts'

/** Writes a session as Markdown or JSON, or the whole result of a statement as CSV. */
export const exportRecord: Command = {
  name: 'export',
  words: '[session id]',
  minWords: 0,
  maxWords: 1,
  about: 'Write a session as Markdown (or JSON with --json), or the whole result of --sql as CSV.',
  options: {
    sql: {
      type: 'string',
      value: 'statement',
      about: 'A statement over your data sources, in place of a session.',
    },
    output: { type: 'string', value: 'path', about: 'The file to write; by default standard output.' },
  },
  run: async (call) => {
    const {
      words: [session_id],
      options,
      terminal,
      signal,
    } = call
    const sql = textOf(options, 'sql')
    if ((session_id === undefined) === (sql === undefined))
      throw new UsageError('Write either a session id or --sql <statement>.')
    if (sql !== undefined && terminal.isJson)
      throw new UsageError('The result of --sql is CSV. Leave out --json.')
    const parley = await call.connect()
    if (sql !== undefined) return await writePieces(call, await parley.dataSource.export({ sql }, { signal }))
    const session = await parley.session.get({ session_id: session_id ?? '' }, { signal })
    const text = terminal.isJson ? JSON.stringify(session, null, 2) : writeSessionMarkdown(session)
    await writePieces(call, [`${text}\n`])
  },
}

/**
 * Writes to the file of `--output`, or to standard output. Removes a file that is not complete. Throws UsageError when
 * the file cannot be opened.
 */
async function writePieces(
  { options, terminal }: CommandCall,
  pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<void> {
  const file = textOf(options, 'output')
  if (file === undefined) {
    const decoder = new TextDecoder()
    for await (const piece of pieces)
      terminal.write(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
    return
  }
  const opened = await openFile(file)
  // Anything else at this path, such as a device, stays.
  const isRegular = (await opened.stat()).isFile()
  try {
    await pipeline(Readable.from(pieces), opened.createWriteStream())
  } catch (error) {
    if (isRegular) await rm(file, { force: true })
    throw error
  }
  terminal.note(`Wrote ${file}.`)
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w')
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be written. Check its path and its permissions.`, { cause })
  }
}
