import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that wait or work long and are short to read. Without an earlier run Vitest begins with the largest files,
 * so one of these could be left for the end, where the other workers have nothing to do.
 */
const LONG = [
  'apps/web/src/shell/crash.test.ts',
  'apps/web/src/shell/fuzz.test.ts',
  'apps/web/src/closed-output.test.ts',
  'packages/ledger-index/src/killed-follower.test.ts',
]

/** Vitest's order of test files, with the long ones of each project first. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`))
    return [...projects.values()].flatMap((ordered) => [
      ...ordered.filter(isLong),
      ...ordered.filter((file) => !isLong(file)),
    ])
  }
}
