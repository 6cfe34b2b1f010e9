'use client'

import { lazyPart } from '#web/console/components/lazy-part.tsx'

/** The first-run page for a person who has an agent when the page is sent, and none later. */
export const LateFirstRun = lazyPart(() => import('./detail.tsx').then((module) => module.FirstRun))
