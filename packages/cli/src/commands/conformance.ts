import { type Command, type CommandCall, textOf } from '../command.ts'
import { writeJunit, writeTap, writeText } from '../conformance/report.ts'
import { type RuleOutcome, runConformance } from '../conformance/run-conformance.ts'
import { CheckFailed, UsageError } from '../failure.ts'

const REPORTS = { text: writeText, tap: writeTap, junit: writeJunit } as const

/** Checks a server against the rules of both specifications. */
export const conformance: Command = {
  name: 'conformance',
  words: '[base url]',
  minWords: 0,
  maxWords: 1,
  about:
    'Check a server against the rules of docs/spec. Needs an API key; creates its own records and deletes them.',
  options: {
    ledger: {
      type: 'string',
      value: 'rpc url',
      about: 'The address of a ledger interface to check, such as http://127.0.0.1:3000/api.',
    },
    'other-api-key': {
      type: 'string',
      value: 'key',
      about: 'The key of a second user, for the rules about owners.',
    },
    'model-url': {
      type: 'string',
      value: 'url',
      about: 'An OpenAI-compatible server that the checked server can reach.',
    },
    model: { type: 'string', value: 'name', about: 'The model of --model-url, for the rules about answers.' },
    report: {
      type: 'string',
      value: 'form',
      about: 'text (the default), tap or junit. --json prints all outcomes.',
    },
  },
  run: async (call) => {
    const { words, options, terminal } = call
    const form = textOf(options, 'report') ?? 'text'
    if (form !== 'text' && form !== 'tap' && form !== 'junit')
      throw new UsageError(`--report ${form} is unknown. Write text, tap or junit.`)
    const ledgerUrl = urlOf(textOf(options, 'ledger'))
    const baseUrl = urlOf(words[0])
    if (baseUrl === null && ledgerUrl === null)
      throw new UsageError(
        'Write the base url of a server, such as http://127.0.0.1:3000/api, or --ledger <rpc url>.',
      )
    const outcomes: RuleOutcome[] = []
    for await (const outcome of runConformance({ baseUrl, ledgerUrl, ...(await accessOf(call, baseUrl)) })) {
      outcomes.push(outcome)
      terminal.note(`[${outcomes.length} rules checked]`)
    }
    terminal.show(outcomes, () => [REPORTS[form](outcomes)])
    if (outcomes.some(({ result }) => result === 'broken')) throw new CheckFailed('Rules are broken.')
  },
}

async function accessOf({ options, findKey, fetch, signal }: CommandCall, baseUrl: string | null) {
  const [modelUrl, model] = [textOf(options, 'model-url'), textOf(options, 'model')]
  if ((modelUrl === undefined) !== (model === undefined))
    throw new UsageError('Write --model-url and --model together.')
  const key = baseUrl === null ? '' : await findKey(new URL(baseUrl).origin)
  if (key === undefined)
    throw new UsageError('The rules need an API key of the server. Write --api-key <key>.')
  const otherKey = textOf(options, 'other-api-key') ?? null
  return {
    key,
    otherKey,
    model: modelUrl === undefined || model === undefined ? null : { baseUrl: modelUrl, model },
    fetch,
    signal,
  }
}

function urlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
  throw new UsageError(
    `"${text}" is not an http or https address. Write one such as http://127.0.0.1:3000/api.`,
  )
}
