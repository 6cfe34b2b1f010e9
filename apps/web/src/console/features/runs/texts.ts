import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of the trace. */
export const RUN_TEXTS = translatable('run', {
  title: 'Run',
  lead: 'Everything that happened between the question and the answer, in order.',
  question: 'Question',
  running: 'Running',
  stepNumber: (step: number) => `Step ${step}`,
  took: (time: string) => `took ${time}`,
  startedAt: (when: string) => `Started ${when}`,
  total: (time: string) => `${time} in total`,
  usage: (input: number, output: number) => `${showNumber(input)} tokens in, ${showNumber(output)} out`,
  timeline: 'Timeline',
  toChat: 'Open the chat',
  toChats: 'All chats',
  runStatus: {
    running: 'Running',
    ok: 'Answered',
    error: 'Failed',
    interrupted: 'Interrupted',
    cancelled: 'Stopped',
    truncated: 'Cut short',
  },
  noSteps: 'No steps yet',
  noStepsText: 'A step appears here when its tool has answered.',
  saveAnswer: {
    button: 'Save as verified',
    wording: 'Question',
    wordingHint: 'Agents find the statement of this answer under this question.',
    saved: 'Saved as a verified question.',
    toDefinitions: 'Open definitions',
  },
  rerun: {
    before: 'In the run',
    now: 'Now',
    again: 'Edit and run again',
    close: 'Close the editor',
    kept: 'This statement is kept as a correction. While you rate the answer as not right, it is suggested as a verified question.',
    toDefinitions: 'Open definitions',
  },
})
