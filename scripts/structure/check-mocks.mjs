const MOCKS = /\bvi\.(?:do)?[mM]ock\(/

/**
 * A test that replaces a module is named `*.isolated.test.ts`. Other test files share loaded modules, so a
 * replacement would have no effect there, without an error.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkMocks({ files }) {
  return files
    .filter(({ path: name, text }) => /\.test\.tsx?$/.test(name) && MOCKS.test(text))
    .filter(({ path: name }) => !/\.isolated\.test\.tsx?$/.test(name))
    .map(({ path: name }) => `${name}: replaces a module. Name it *.isolated.test.ts.`)
}
