import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

// A test that replaces a module with `vi.mock` needs that module not to be loaded yet.
const ISOLATED = ['packages/**/src/**/*.isolated.test.ts', 'apps/web/**/*.isolated.test.{ts,tsx}']

// Programs and sandbox children that tests start take their compiled code from here: half of their processor time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile-cache')

export default defineConfig({
  test: {
    globalSetup: './scripts/test-database.ts',
    // Most tests wait for servers, child processes and the database, so one worker more than cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ISOLATED,
        },
      },
      {
        extends: true,
        test: {
          name: 'tests',
          include: [
            'packages/**/src/**/*.test.ts',
            'apps/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, '**/.next/**', '**/generated/**', ...ISOLATED],
          // Each worker loads a module once for all its test files: half of the processor time of a run was loading.
          // A test must undo what it changes in the process, such as environment variables and listeners.
          isolate: false,
        },
      },
    ],
    // Limits against hanging, for real servers and child processes on a busy two-core machine.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A test that fails once on a busy machine is tried again in continuous integration; on a desk it fails.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 240_000,
  },
})
