import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Takes the pictures of the README again: `pnpm --filter @parley/e2e pictures`. */
export default defineConfig({ ...journeys, testMatch: 'take-*.ts' })
