import { translatable } from '#web/language/translatable.ts'

/** Words of a tool call that waits for its owner. They load with its card, apart from the words of every chat. */
export const APPROVAL_TEXTS = translatable('approval', {
  title: (tool: string) => `${tool} waits for your approval`,
  server: (toolServerId: string) => `Tool server: ${toolServerId}`,
  noArguments: 'Without arguments.',
  fixed: 'Fixed by you for this agent. It is always sent.',
  yes: 'Yes',
  no: 'No',
  badValue: 'This value does not fit the argument.',
  asJson: 'Edit as JSON',
  asForm: 'Edit as a form',
  timeLeft: (minutes: number, seconds: number) => `Denied in ${minutes}:${String(seconds).padStart(2, '0')}`,
  timeOver: 'The time is over: the call was denied.',
  arguments: 'Arguments',
  reason: 'Reason (optional, sent when you deny)',
  approve: 'Allow',
  approveAlways: 'Always allow',
  approveAlwaysHint: (tool: string) => `From now on this agent calls ${tool} without asking.`,
  deny: 'Deny',
  badJson: 'This must be a JSON object.',
  failed: 'Your decision was not sent',
})
