import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of questions, answers and their steps. */
export const CONVERSATION_TEXTS = translatable('conversation', {
  composer: {
    label: 'Your question',
    placeholder: 'Ask about your data…',
    placeholderWithLists: 'Ask about your data… @ names a source, / lists commands',
    send: 'Send',
    sendLater: 'Send after this answer',
    stop: 'Stop',
    stopping: 'Stopping…',
    hint: 'Enter to send, Shift + Enter for a new line.',
    hintToStop: 'Enter to send, Shift + Enter for a new line, Esc to stop.',
    agent: 'Agent',
    persona: 'Persona',
  },
  waiting: { title: 'Waiting questions', send: 'Send now', remove: 'Remove' },
  assistant: 'Answer',
  you: 'You',
  thinking: 'Thinking',
  thought: 'Reasoning',
  working: 'Working on it…',
  waitingForApproval: 'Waiting for approval',
  howItGotThere: 'How it got there',
  stepCount: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
  failedStepCount: (count: number) => `${count} failed`,
  refusedStepCount: (count: number) => `${count} refused`,
  tokens: (input: number, output: number) =>
    `${showNumber(input)} tokens read, ${showNumber(output)} written`,
  cost: (dollars: number) =>
    `, ${showNumber(dollars, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 })}`,
  resultOf: (rows: number) => `Chart, table and SQL of ${rows === 1 ? '1 row' : `${showNumber(rows)} rows`}`,
  rowCount: (count: number) => (count === 1 ? '1 row' : `${showNumber(count)} rows`),
  openRun: 'Open the full run',
  copyAnswer: 'Copy answer',
  askAgain: 'Ask again…',
  editQuestion: 'Edit and ask again',
  copyQuestion: 'Copy question',
  failure: { edit: 'Edit question', openModel: 'Open model' },
  status: {
    error: 'This answer failed',
    interrupted: 'This answer was interrupted before it was finished',
    cancelled: 'Stopped',
    truncated: 'This answer was cut short by a limit',
  },
})
