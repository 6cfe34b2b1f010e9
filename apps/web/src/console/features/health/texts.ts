import { translatable } from '#web/language/translatable.ts'

/** Words of the page with the health of the service. */
export const HEALTH_TEXTS = translatable('health', {
  title: 'Health',
  lead: 'Whether the service takes work, and whether the events are whole.',
  service: 'Service',
  ready: 'The service takes work: the database answers and the disk has space.',
  notReady: 'The service takes no work now.',
  events: 'Events',
  eventsText: 'A chain of seals shows whether an event was edited, removed or added without the service.',
  verify: 'Check the events',
  whole: (events: number, batches: number) => `${events} events under ${batches} seals are whole.`,
  newest: (batch: number, hash: string) =>
    `Newest seal: ${batch}, ${hash}. Note it elsewhere to compare it later.`,
  broken: 'The events were changed',
})
