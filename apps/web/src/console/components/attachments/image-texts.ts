import { translatable } from '#web/language/translatable.ts'

/** Words of images. They load with the first image, apart from the other words. */
export const IMAGE_TEXTS = translatable('image', {
  notRead: (model: string) =>
    `The model ${model} does not read images. Choose an agent whose model reads images, or remove the image.`,
  noAgent: 'There is no agent that could read the image. Create one first.',
  unreadable: 'The image cannot be opened. Save it as PNG or JPEG and add that.',
  tooMany: (most: number) => `A question takes at most ${most} images. Remove one first.`,
  show: (number: number) => `Image ${number} of the question`,
})
