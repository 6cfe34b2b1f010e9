import { translatable } from '#web/language/translatable.ts'

/** Words of the lists behind @ and /. They load with the first of them. */
export const CHOICE_TEXTS = translatable('choice', {
  mention: 'Data sources and agents',
  command: 'Commands',
  sources: 'Data sources',
  agents: 'Agents',
  count: (count: number) => (count === 1 ? '1 choice' : `${count} choices`),
  commands: {
    new: { name: '/new', does: 'New chat' },
    files: { name: '/files', does: 'Add files to this question' },
    choose: { name: '/choose', does: 'Choose a data source or another agent' },
    sql: { name: '/sql', does: 'Write SQL' },
    pin: { name: '/pin', does: 'Pin this chat' },
    unpin: { name: '/unpin', does: 'Unpin this chat' },
    archive: { name: '/archive', does: 'Archive this chat' },
    unarchive: { name: '/unarchive', does: 'Move this chat out of the archive' },
  },
})
