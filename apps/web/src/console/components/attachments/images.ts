/** The images of a question: `data:` URLs, and paths of those that are stored with an earlier question. */
export type Images = readonly string[]

export const NO_IMAGES: Images = []
