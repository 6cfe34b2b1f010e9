'use client'

import dynamic from 'next/dynamic'

/** Every page names this file, so what it shows is loaded only where it is shown. */
const NotFoundPage = dynamic(() =>
  import('#web/console/frame/not-found-page.tsx').then((module) => module.NotFoundPage),
)

export default function NotFound() {
  return <NotFoundPage />
}
