'use client'

import { IMAGE_TEXTS } from '../attachments/image-texts.ts'
import { imageUrl } from '../attachments/read-images.ts'
import classes from './question-images.module.css'

/** The images of a question; a click opens one in its full size. */
export function QuestionImages({ images }: { readonly images: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {images.map((image, index) => (
        <li key={image}>
          <a href={imageUrl(image)} target="_blank" rel="noreferrer">
            <img src={imageUrl(image)} alt={IMAGE_TEXTS.show(index + 1)} className={classes.image} />
          </a>
        </li>
      ))}
    </ul>
  )
}
