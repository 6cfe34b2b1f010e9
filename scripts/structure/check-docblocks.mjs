const EXPORTED =
  /^export (?:default )?(?:async )?function\*? ?(\w+)|^export const (\w+)(?::[^=]+)? = (?:async )?(?:function\b|\(|<\w)/

/**
 * Every exported function has a docblock. Components need none: their names and props describe them.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkDocblocks({ files }) {
  return files.filter(isHeld).flatMap((file) => {
    const lines = file.text.split('\n')
    /** @type {Set<string>} */
    const seen = new Set()
    return lines.flatMap((line, index) => {
      const found = EXPORTED.exec(line)
      const name = found?.[1] ?? found?.[2]
      // Overloads share the docblock of the first.
      if (!name || seen.has(name)) return []
      seen.add(name)
      return hasDocblock(lines.slice(0, index)) ? [] : [`${file.path}:${index + 1}: ${name} has no docblock.`]
    })
  })
}

/** @param {import('./read-project.mjs').File} file @returns {boolean} */
function isHeld({ path: name, isTest }) {
  if (isTest || /^apps\/[^/]+\/app\//.test(name)) return false
  return /^(packages|apps|scripts|prisma)\/.*\.(ts|mjs)$/.test(name)
}

/** @param {string[]} above the lines above the function @returns {boolean} */
function hasDocblock(above) {
  return (
    above
      .findLast((line) => !line.startsWith('//'))
      ?.trimEnd()
      .endsWith('*/') ?? false
  )
}
