const MOCKS = /\bvi\.(?:do)?[mM]ock\(/

/**
 * A test that replaces a module is named `*.isolated.test.ts`. Other test files share their modules with the files
 * before them, and there the replacement would come too late without a word.
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
