'use client'

import dynamic from 'next/dynamic'
import type { PageErrorProps } from '#web/console/frame/page-error.tsx'

/** Every page names this file, so what it shows is loaded only where it is shown. */
const PageError = dynamic(() =>
  import('#web/console/frame/page-error.tsx').then((module) => module.PageError),
)

export default function ErrorPage(props: PageErrorProps) {
  return <PageError {...props} />
}
