import { translatable } from '#web/language/translatable.ts'

/** Words of the first run. */
export const SAMPLE_TEXTS = translatable('sample', {
  title: 'Welcome to Parley',
  lead: 'Start with sample data in a few seconds, or add your own model and data.',
  demoNote:
    'The demo model follows rules; it is not AI. It shows how Parley works. Add a real model for real questions.',
  ledger: 'Here for the ledger?',
  ownTitle: 'Set up your own',
  checklist: {
    model: {
      title: 'Add a model',
      text: 'A hosted vendor’s key, or your own runtime’s address.',
    },
    source: {
      title: 'Connect data',
      text: 'Drop in a file (CSV, Excel, JSON, Parquet), or connect a database.',
    },
    agent: { title: 'Create an agent', text: 'A model with the tools it may use.' },
    chat: { title: 'Ask a question', text: 'Then open the run behind the answer.' },
  },
  done: 'Done',
  failed: 'The sample workspace could not be set up',
})
