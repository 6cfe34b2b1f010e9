import { translatable } from '#web/language/translatable.ts'

/** Words of the persona page. */
export const PERSONA_TEXTS = translatable('persona', {
  title: 'Personas',
  lead: 'A persona sets the style of an agent’s answers. Choose one for each chat.',
  number: (id: number) => `persona_id ${id}`,
  own: 'Yours',
  builtin: 'Built in',
  noneOwn: 'You have no personas yet.',
  add: 'New persona',
  addTitle: 'New persona',
  editTitle: 'Change persona',
  name: 'Name',
  description: 'Description',
  instructions: 'Instructions',
  instructionsHint: 'For example: Answer in two sentences. Name the table every number comes from.',
  edit: (name: string) => `Change ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete this persona?',
  deleteText: (name: string) => `Chats with “${name}” use the neutral persona from now on.`,
})
