import { translatable } from '#web/language/translatable.ts'

/** Words of the list of events. */
export const EVENT_TEXTS = translatable('event', {
  title: 'Events',
  lead: 'Who did what, and when: sign-ins, keys, data sources, exports, administration. Events have no content and are never changed.',
  columns: { at: 'Time', person: 'Person', action: 'What', outcome: 'Outcome', door: 'Door', about: 'About' },
  action: 'What happened',
  actionHint: 'For example auth.signIn or dataSource.export',
  outcome: 'Outcome',
  outcomes: {
    all: 'All',
    ok: 'Successful',
    forbidden: 'Forbidden',
    unauthenticated: 'Not proven',
    rate_limited: 'Limit met',
  },
  person: 'Person',
  personHint: 'The UUID of the user',
  personInvalid: 'Enter a UUID, as the list of people shows it.',
  from: 'From day',
  apply: 'Filter',
  none: 'No events',
  noneText: 'No event fits the filter.',
  erased: 'Erased person',
  unknown: 'Unknown',
  key: (id: string) => `API key ${id}`,
  more: 'Show more',
  ask: 'Ask about events in a chat: the data source "events" is offered to administrators.',
})
