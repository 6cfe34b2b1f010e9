import { translatable } from '#web/language/translatable.ts'

/** Words of files that become data sources. */
export const UPLOAD_TEXTS = translatable('upload', {
  uploading: (name: string, percent: number) => `Sending ${name}: ${percent} %`,
  reading: (name: string) => `Reading ${name}…`,
  connecting: (name: string) => `Adding ${name} as a data source…`,
  uploaded: (title: string) => `“${title}” is connected.`,
  open: 'Open data source',
  failed: 'The file was not connected',
  failedFile: (name: string) => `“${name}” was not connected`,
  oneFile: 'Add one file at a time.',
})
