import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expectPrinted, runProgram } from './run-program.mjs'

const PROGRAM = `
import os, pathlib, sys
import parley_client
from parley_client import Parley, ParleyError

assert pathlib.Path(parley_client.__file__).is_relative_to(sys.prefix), parley_client.__file__
parley = Parley(os.environ["PARLEY_ORIGIN"], api_key=os.environ["PARLEY_API_KEY"])
pathlib.Path("rivers.csv").write_text("river,length_km\\nGlomma,604\\nTana,361\\n")
parley.data_source.upload("rivers.csv")
session = parley.session.create(agent_id=sys.argv[1], name="Rivers")
events = parley.chat.query_stream(session_id=session["session_id"], query="How many rows are in rivers?")
print("".join(event["delta"] for event in events if event["type"] == "text"))
run = parley.chat.query_in_background(session_id=session["session_id"], query="How many rows are in rivers?")
print(parley.run.follow(run_id=run["run_id"])["status"])
try:
    parley.agent.get(agent_id="00000000-0000-4000-8000-000000000000")
except ParleyError as error:
    print(error.status, error.code)
`

const PROBE = 'import sys, venv, ensurepip, pip; assert sys.version_info >= (3, 9)'

/**
 * Builds a wheel of the Python client, installs it in an empty virtual environment and uses it on a service.
 *
 * @param {string} root the repository
 * @param {string} folder an empty folder
 * @param {import('./try-npm.mjs').Account} account on the service
 * @returns {string} what was found, or why nothing was tried
 */
export function tryPython(root, folder, { origin, key, agentId }) {
  const place = { cwd: folder, env: { PARLEY_ORIGIN: origin, PARLEY_API_KEY: key } }
  if (!succeeds('python3', ['-c', PROBE], place))
    return 'Skipped parley-client: there is no python3 3.9 or newer with venv and pip.'
  if (
    !succeeds('python3', ['-m', 'pip', 'download', '--no-deps', '--dest', 'probe', 'setuptools>=68'], place)
  )
    return 'Skipped parley-client: the Python registry cannot be reached.'
  for (const name of ['pyproject.toml', 'README.md', 'src/parley_client'])
    cpSync(path.join(root, 'packages/sdk-python', name), path.join(folder, 'parley-client', name), {
      recursive: true,
    })
  runProgram(
    'python3',
    ['-m', 'pip', 'wheel', '--no-deps', '--wheel-dir', 'wheels', './parley-client'],
    place,
  )
  const [wheel = ''] = readdirSync(path.join(folder, 'wheels'))
  runProgram('python3', ['-m', 'venv', 'environment'], place)
  const python = path.join(folder, 'environment/bin/python')
  runProgram(python, ['-m', 'pip', 'install', '--no-index', path.join('wheels', wheel)], place)
  const home = path.join(folder, 'consumer')
  mkdirSync(home)
  const printed = runProgram(python, ['-c', PROGRAM, agentId], { ...place, cwd: home })
  expectPrinted('The Python program', printed, /\b2\b[\s\S]*\nok\n404 not_found\n$/)
  return `${wheel} installs with pip and runs`
}

/** @param {string} command @param {readonly string[]} args @param {Parameters<typeof runProgram>[2]} place */
function succeeds(command, args, place) {
  try {
    runProgram(command, args, place)
    return true
  } catch {
    return false
  }
}
