import { translatable } from '#web/language/translatable.ts'

/** Words of the diagrams of an answer. They load with the first diagram. */
export const DIAGRAM_TEXTS = translatable('diagram', {
  diagram: 'Diagram',
  titled: (title: string) => `Diagram: ${title}`,
  showCode: 'Show its code',
  showPicture: 'Show the picture',
})
