/**
 * Every package has a README, a test and one index.ts.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkPackages({ files }) {
  const homes = new Set(files.map((file) => file.home).filter((home) => /^(packages|apps)\/./.test(home)))
  return [...homes].flatMap((home) => {
    const own = files.filter((file) => file.home === home)
    const has = (/** @type {RegExp} */ pattern) => own.some((file) => pattern.test(file.path))
    const strayIndexes = own.filter(
      ({ path: name }) => /(^|\/)index\.(ts|tsx|mjs)$/.test(name) && name !== `${home}/src/index.ts`,
    )
    return [
      ...(has(/^[^/]+\/[^/]+\/README\.md$/) ? [] : [`${home}: has no README.md.`]),
      ...(has(/\.test\.tsx?$/) ? [] : [`${home}: has no test.`]),
      ...strayIndexes.map((file) => `${file.path}: a package has one index.ts, in its src.`),
    ]
  })
}
