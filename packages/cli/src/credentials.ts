import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

type Kept = { readonly current: string | null; readonly keys: Readonly<Record<string, string>> }

/** The API keys of this user by the address of their service, in a file that only the user may read. */
export type Credentials = {
  readonly file: string
  readonly read: () => Promise<Kept>
  /** Keeps a key and makes its service the current one. */
  readonly keep: (origin: string, key: string) => Promise<void>
  readonly forget: (origin: string) => Promise<void>
}

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Opens the file `credentials.json` of a folder, which need not exist. */
export function openCredentials(folder: string): Credentials {
  const file = path.join(folder, 'credentials.json')
  const read = async () => parse(await readFile(file, 'utf8').catch(() => '{}'))
  const write = async (kept: Kept) => {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    const draft = `${file}.${process.pid}`
    await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: FILE_MODE })
    await rename(draft, file)
  }
  return {
    file,
    read,
    keep: async (origin, key) => {
      const { keys } = await read()
      await write({ current: origin, keys: { ...keys, [origin]: key } })
    },
    forget: async (origin) => {
      const { current, keys } = await read()
      const { [origin]: _, ...rest } = keys
      await write({ current: current === origin ? (Object.keys(rest)[0] ?? null) : current, keys: rest })
    },
  }
}

/** Leaves out entries that do not have the expected form. */
function parse(text: string): Kept {
  const value = readJson(text) as { current?: unknown; keys?: unknown } | null
  const keys = Object.entries(Object(value?.keys)).filter(([, key]) => typeof key === 'string')
  return {
    current: typeof value?.current === 'string' ? value.current : null,
    keys: Object.fromEntries(keys) as Record<string, string>,
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The folder in which this system keeps the settings of a user. */
export function settingsFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  if (env.PARLEY_CONFIG_DIR) return env.PARLEY_CONFIG_DIR
  if (env.APPDATA) return path.join(env.APPDATA, 'parley')
  return path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'parley')
}
