import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongTestsFirst } from './scripts/begin-with-long-tests.ts'

// A test that replaces a module with `vi.mock` needs that module not to be loaded yet. Only Vite compiles JSX, and finds
// the default exports of the sign-in library, as the bundler of the console does.
const COMPILED_BY_VITE = [
  'packages/**/src/**/*.isolated.test.ts',
  'apps/web/**/*.isolated.test.ts',
  'apps/web/**/*.test.tsx',
  'apps/web/src/composition/library-sign-out.test.ts',
]

// Programs and sandbox children that tests start take their compiled code from here: half of their processor time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile-cache')

export default defineConfig({
  test: {
    globalSetup: './scripts/test-database.ts',
    // Most tests wait for servers, child processes and the database, so two workers more than cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: COMPILED_BY_VITE,
        },
      },
      {
        extends: true,
        test: {
          name: 'tests',
          include: [
            'packages/**/src/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, '**/.next/**', '**/generated/**', ...COMPILED_BY_VITE],
          // Each worker loads a module once for all its test files: half of the processor time of a run was loading.
          // A test must undo what it changes in the process, such as environment variables and listeners.
          isolate: false,
          // Node loads the sources as the service does: Vite's runner takes a third more processor time (decision 0160).
          experimental: { viteModuleRunner: false, nodeLoader: false },
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
