import { translatable } from '#web/language/translatable.ts'

/** Words of the tools page and of choosing tools for an agent. */
export const TOOL_TEXTS = translatable('tool', {
  title: 'Tools',
  lead: 'Tools that your agents can use: those of this service and those of MCP tool servers.',
  builtin: 'Built in',
  serverTitle: 'Tool server',

  servers: 'Tool servers',
  add: 'Add to an agent',
  addTo: 'Add to which agent?',
  added: (count: number, agent: string) =>
    `${count === 1 ? '1 tool is' : `${count} tools are`} added to “${agent}”.`,
  addFailed: 'The tools were not added',
  agentLabel: 'Agent',
  noAgents: 'You have no agents yet. Create one first.',
  createAgent: 'Create an agent',
  signInOutcomes: {
    done: 'You are signed in. You can use its tools now.',
    failed: 'The sign-in was not finished. Start it again.',
    signed_out: 'Your Parley session ended meanwhile. Start the sign-in again.',
  },
})
