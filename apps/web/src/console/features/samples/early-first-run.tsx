'use client'

import dynamic from 'next/dynamic'

/** The first-run page for a person without an agent. The server renders it, and its script loads for such a person only. */
export const EarlyFirstRun = dynamic(() => import('./detail.tsx').then((module) => module.FirstRun))
