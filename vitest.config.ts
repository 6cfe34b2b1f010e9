import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/**/src/**/*.test.ts',
      'apps/web/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/.next/**', '**/generated/**'],
    globalSetup: './scripts/test-database.ts',
    // Real servers and child processes on a busy two-core machine: a limit against hanging, not a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
