import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** One example, and what its reader fills in. */
export type Sample = {
  readonly name: string
  readonly source: string
  /** The API key or the access token of the caller. */
  readonly bearer: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** What each example printed, by its name. Those that failed have the word `FAILED` and the reason. */
export type Printed = Readonly<Record<string, string>>

type Place = { readonly origin: string; readonly folder: string }

const PACKAGES = path.join(import.meta.dirname, '../../..')
/** No picture holds these bytes. */
const MARK = '\n=== example '

/** Runs shell examples one after another, each in its own subshell. */
export async function runShell(samples: readonly Sample[], { origin, folder }: Place): Promise<Printed> {
  const quote = (value: unknown) =>
    `'${(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing')).replaceAll("'", "'\\''")}'`
  const program = samples.map(({ name, source, bearer, inputs }) => {
    const given = { ...inputs, origin, api: `${origin}/api`, key: bearer, token: bearer }
    const variables = Object.entries(given).map(([key, value]) => `${key.toUpperCase()}=${quote(value)}\n`)
    return `printf '\\n=== example %s\\n' ${quote(name)}\n(\n${variables.join('')}${source}\n) || printf 'FAILED %s' "$?"\n`
  })
  const file = path.join(folder, 'samples.sh')
  await writeFile(file, program.join(''))
  return run('sh', file)
}

/** Runs TypeScript examples one after another in one process. */
export async function runTypeScript(samples: readonly Sample[], { origin, folder }: Place): Promise<Printed> {
  const client = JSON.stringify(pathToFileURL(path.join(PACKAGES, 'sdk/src/index.ts')).href)
  const program = samples.map(({ name, source, bearer, inputs }) => {
    const given = Object.entries({ ...inputs, origin, key: bearer }).map(
      ([key, value]) => `const ${key}: any = ${JSON.stringify(value)}\n`,
    )
    const check = source.includes('fetch(') ? "if (!reply.ok || body === '') throw new Error(body)\n" : ''
    return `console.log(${JSON.stringify(MARK + name)})
try {
${given.join('')}const parley = createParleyClient({ origin, credential: key })
${source}
${check}} catch (error) { console.log('FAILED', error) }
`
  })
  const file = path.join(folder, 'samples.ts')
  await writeFile(file, `import { createParleyClient } from ${client}\n${program.join('')}`)
  return run(process.execPath, file)
}

/** Runs Python examples one after another in one process. */
export async function runPython(samples: readonly Sample[], { origin, folder }: Place): Promise<Printed> {
  const program = `import json, sys
from parley_client import Parley
for sample in json.load(open(sys.argv[0].replace("samples.py", "samples.json"))):
    print("\\n=== example " + sample["name"])
    origin, key = ${JSON.stringify(origin)}, sample["bearer"]
    names = {**sample["inputs"], "origin": origin, "key": key, "parley": Parley(origin, key)}
    try:
        exec(sample["source"], names)
    except Exception as error:
        print("FAILED", repr(error))
`
  const file = path.join(folder, 'samples.py')
  await writeFile(file, program)
  await writeFile(path.join(folder, 'samples.json'), JSON.stringify(samples))
  return run('python3', file)
}

async function run(command: string, file: string): Promise<Printed> {
  const env = {
    ...process.env,
    PYTHONPATH: path.join(PACKAGES, 'sdk-python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const { stdout } = await promisify(execFile)(command, [file], { env, maxBuffer: 64 * 1024 * 1024 })
  const parts = stdout.split(MARK).slice(1)
  return Object.fromEntries(
    parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1, 2000)]),
  )
}
