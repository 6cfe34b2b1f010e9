/** Words of the persona page. */
export const PERSONA_TEXTS = {
  title: 'Personas',
  lead: 'A persona shapes the tone of an agent’s answers. It is chosen when a chat is opened.',
  number: (id: number) => `persona_id ${id}`,
  none: 'No personas',
  noneText: 'This service offers none.',
} as const
