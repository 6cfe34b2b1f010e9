const DATA_ANALYST = {
  name: 'Data analyst',
  description:
    'Answers questions about the connected data: finds the tables, reads them with SQL, draws charts.',
}

/** Words of the first run. */
export const SAMPLE_TEXTS = {
  title: 'Welcome to Parley',
  lead: 'Start with something that works in a few seconds, or bring your own right away.',
  demoNote:
    'The demo model works by rules, it is not AI. It shows how Parley works; bring a real model for real questions.',
  ownTitle: 'Bring your own',
  checklist: {
    model: {
      title: 'Add a model',
      text: 'A hosted vendor’s key, or your own runtime’s address.',
      href: '/models',
    },
    source: { title: 'Connect data', text: 'Upload a CSV, JSON or Parquet file.', href: '/sources' },
    agent: { title: 'Create an agent', text: 'A model with the tools it may use.', href: '/agents' },
    chat: { title: 'Ask a question', text: 'And open the run behind the answer.', href: '/chats' },
  },
  done: 'Done',
  stages: {
    model: 'Trying the demo model…',
    sources: (name: string) => `Connecting ${name}…`,
    agent: 'Creating the agent…',
    chat: 'Opening a chat…',
  },
  failed: 'The sample workspace could not be set up',
  model: {
    name: 'Offline demo model',
    description: 'Rules, not AI. For trying things out without a key.',
  },
  templates: {
    data: {
      title: 'Try it with sample data',
      text: 'Connects five public data sets, an offline demo model and an agent with the data tools, and opens a chat with a first question. Nothing leaves this machine.',
      button: 'Try it with sample data',
      agent: DATA_ANALYST,
      session: 'Seattle weather',
      question: 'What was the average maximum temperature in Seattle by month? Show it as a line chart.',
    },
    own: {
      title: 'Ask about your data',
      text: 'Makes an agent with the data tools for what you have connected, and opens a chat.',
      button: 'Ask about it',
      agent: DATA_ANALYST,
      session: 'Your data',
      question: '',
    },
    ledger: {
      title: 'Ask about the ledger',
      text: 'Makes a Ledger analyst: an agent with the data tools for the ledger network, whose validators, stakes, emission and transactions everybody can query here. Opens a chat with a first question.',
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
} as const
