import { chmod, chown, constants, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { TaskName, Tasks } from './tasks.ts'

/** The files of one child. Its folder holds only the files that are staged here. */
export type StagedFiles = {
  /** Returns the input of a task with every path replaced by one that the child can open. */
  readonly stage: <Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
  ) => Promise<Tasks[Name]['input']>
  /** Moves the output of the last task to the folders that its input named. */
  readonly collect: () => Promise<void>
  /** Deletes the output of the last task, and what else the task left. */
  readonly discard: () => Promise<void>
}

type StagingOptions = {
  /** The private folder of the child, absolute. */
  readonly privateFolder: string
  /** The same folder as the child sees it. */
  readonly seenFolder: string
  /** The system user of the child; null for the user of the service. */
  readonly userId: number | null
}

type Stage = {
  readonly read: (file: string) => Promise<string>
  readonly write: (folder: string) => Promise<string>
}

/**
 * Prepares the file access of one child. Files to read are hard links in its private folder, so that a file of any size
 * takes no time and no space; where the file system has no links they are copies. Output is written to a folder inside
 * the private one and moved after the task.
 */
export function createStagedFiles({ privateFolder, seenFolder, userId }: StagingOptions): StagedFiles {
  let links = new Map<string, string>()
  let outputs = new Map<string, string>()
  let count = 0

  async function stage<Name extends TaskName>(name: Name, input: Tasks[Name]['input']) {
    const kept = new Map<string, string>()
    const targets = new Map<string, string>()
    const staged = await STAGES[name](input, {
      async read(file) {
        const known = kept.get(file) ?? links.get(file)
        const linkName = known ?? `${++count}${extname(file)}`
        kept.set(file, linkName)
        if (known === undefined) await linkFile(file, { to: join(privateFolder, linkName), userId })
        return join(seenFolder, linkName)
      },
      async write(folder) {
        const outputName = `output-${++count}`
        targets.set(outputName, folder)
        await mkdir(join(privateFolder, outputName), { mode: 0o700 })
        if (userId !== null) await chown(join(privateFolder, outputName), userId, userId)
        return join(seenFolder, outputName)
      },
    })
    for (const [file, linkName] of links)
      if (!kept.has(file)) await rm(join(privateFolder, linkName), { force: true })
    links = kept
    outputs = targets
    return staged
  }

  async function collect() {
    for (const [outputName, folder] of outputs) {
      const output = join(privateFolder, outputName)
      for (const entry of await readdir(output, { withFileTypes: true })) {
        // The child may be compromised, and a link would lead to another file.
        if (entry.isFile()) await moveFile(join(output, entry.name), { to: join(folder, entry.name), userId })
      }
    }
    await discard()
  }

  async function discard() {
    if (outputs.size > 0) await removeLeftovers()
    outputs = new Map()
  }

  /** A conversion leaves copies of the file in the private folder. */
  async function removeLeftovers() {
    const linkNames = new Set(links.values())
    // `root` is the mount point of the child's file system.
    for (const name of await readdir(privateFolder))
      if (!linkNames.has(name) && name !== 'root')
        await rm(join(privateFolder, name), { recursive: true, force: true })
  }

  return { stage, collect, discard }
}

const STAGES: {
  [Name in TaskName]: (input: Tasks[Name]['input'], stage: Stage) => Promise<Tasks[Name]['input']>
} = {
  query: async (input, { read }) => ({
    ...input,
    views: await inOrder(input.views, async (view) => ({ ...view, file: await read(view.file) })),
    ...(input.fetched && {
      fetched: await inOrder(input.fetched, async (table) => ({ ...table, file: await read(table.file) })),
    }),
  }),
  analyze: async (input) => input,
  bind: async (input) => input,
  queryDatabase: async (input, stage) => ({ ...input, target: await stageTarget(input.target, stage) }),
  describeDatabase: async (input, stage) => ({ ...input, target: await stageTarget(input.target, stage) }),
  convert: async (input, { read, write }) => ({
    ...input,
    inputFile: await read(input.inputFile),
    outputFolder: await write(input.outputFolder),
  }),
  store: async (input, { read, write }) => ({
    ...input,
    outputFolder: await write(input.outputFolder),
    tables: await inOrder(input.tables, async (table) => ({
      ...table,
      linesFile: await read(table.linesFile),
    })),
  }),
  chart: async (input) => input,
  picture: async (input) => input,
}

type Target = Tasks['queryDatabase']['input']['target']

async function stageTarget(target: Target, { read }: Stage): Promise<Target> {
  return target.kind === 'sqlite' ? { ...target, path: await read(target.path) } : target
}

async function inOrder<Item>(items: readonly Item[], change: (item: Item) => Promise<Item>): Promise<Item[]> {
  const changed: Item[] = []
  for (const item of items) changed.push(await change(item))
  return changed
}

async function linkFile(file: string, { to, userId }: { to: string; userId: number | null }): Promise<void> {
  try {
    await link(file, to).catch((error) => {
      if (isMissing(error)) throw error
      return copyFile(file, to, constants.COPYFILE_FICLONE)
    })
    // The folders above the file are closed to other users, so that this opens it to the child alone.
    if (userId !== null) await chmod(to, 0o444)
  } catch (error) {
    // The statement that names a deleted file fails in the child, with the name of its table.
    if (!isMissing(error)) throw error
  }
}

async function moveFile(file: string, { to, userId }: { to: string; userId: number | null }): Promise<void> {
  if (userId !== null) await chown(file, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  await rename(file, to).catch(() => copyFile(file, to))
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
