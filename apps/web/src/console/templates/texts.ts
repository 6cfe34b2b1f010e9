import { translatable } from '#web/language/translatable.ts'

const DATA_ANALYST = {
  name: 'Data analyst',
  description:
    'Answers questions about the connected data: finds the tables, reads them with SQL, draws charts.',
}

/** Words of the agents that one click sets up. */
export const TEMPLATE_TEXTS = translatable('template', {
  stages: {
    model: 'Trying the demo model…',
    sources: (name: string) => `Connecting ${name}…`,
    agent: 'Creating the agent…',
    chat: 'Opening a chat…',
  },
  model: {
    name: 'Offline demo model',
    description: 'Follows rules; not AI. For trying Parley without a key.',
  },
  templates: {
    data: {
      title: 'Try it with sample data',
      text: 'Connects five public data sets, creates an agent on an offline demo model, and opens a chat with a first question. Nothing leaves this machine.',
      button: 'Try it with sample data',
      agent: DATA_ANALYST,
      session: 'Seattle weather',
      question: 'What was the average maximum temperature in Seattle by month? Show it as a line chart.',
    },
    own: {
      title: 'Ask about your data',
      text: 'Creates an agent for the data you have connected, and opens a chat.',
      button: 'Ask a question',
      agent: DATA_ANALYST,
      session: 'Your data',
      question: '',
    },
    ledger: {
      title: 'Ask about the ledger',
      text: 'Creates an agent for the ledger network (validators, stakes, emission, transactions) and opens a chat with a first question.',
      button: 'Try the ledger analyst',
      agent: {
        name: 'Ledger analyst',
        description:
          'Answers questions about the ledger network from the source “ledger”: validators, stakes, emission, supply, transactions, assets and balances, always as of the newest block. Amounts are in CHN unless said otherwise.',
      },
      session: 'Validators of the ledger',
      question:
        'Which active validator has the highest total stake, and what share of all stake is that? Draw the top five.',
    },
  },
})
