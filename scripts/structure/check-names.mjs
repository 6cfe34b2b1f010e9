const CATCH_ALL = /(^|-)(utils?|helpers?|misc|commons?|shared|lib)$/

/**
 * A name describes the contents. Names such as utils fit everything and are refused.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkNames({ folders, files }) {
  return [...folders, ...files.map((file) => file.path)]
    .filter((name) => CATCH_ALL.test(lastName(name)))
    .map((name) => `${name}: the name fits everything. Name what is inside, or move it to its only user.`)
}

/** @param {string} name @returns {string} the last segment up to its first dot */
function lastName(name) {
  return /([^/.]*)[^/]*$/.exec(name)?.[1] ?? ''
}
