import type { RuleOutcome } from './run-conformance.ts'

/** The report of a check as text for people. */
export function writeText(outcomes: readonly RuleOutcome[]): string {
  const marks = { holds: 'holds  ', broken: 'BROKEN ', skipped: 'skipped' } as const
  const lines = outcomes.map(({ anchor, title, result, reason }) =>
    [
      `${marks[result]}  ${title} (docs/spec/${anchor})`,
      ...(reason === null ? [] : [`         ${reason}`]),
    ].join('\n'),
  )
  const count = (wanted: RuleOutcome['result']) => outcomes.filter(({ result }) => result === wanted).length
  return [
    ...lines,
    `${count('holds')} rules hold, ${count('broken')} are broken, ${count('skipped')} were skipped.`,
  ].join('\n')
}

/** The report in the Test Anything Protocol, version 14. */
export function writeTap(outcomes: readonly RuleOutcome[]): string {
  const lines = outcomes.map(({ anchor, title, result, reason }, index) => {
    const name = `${result === 'broken' ? 'not ok' : 'ok'} ${index + 1} - ${title.replaceAll('#', '\\#')} docs/spec/${anchor.replaceAll('#', '\\#')}`
    if (result === 'skipped') return `${name} # SKIP ${reason}`
    return reason === null ? name : `${name}\n  ---\n  message: ${JSON.stringify(reason)}\n  ...`
  })
  return ['TAP version 14', `1..${outcomes.length}`, ...lines].join('\n')
}

/** The report in the XML of JUnit. */
export function writeJunit(outcomes: readonly RuleOutcome[]): string {
  const cases = outcomes.map(({ anchor, title, result, reason }) => {
    const [file = '', rule = ''] = anchor.split('#')
    const name = `classname="${file.replace('.md', '')}.${rule}" name="${escapeXml(title)}"`
    if (result === 'holds') return `  <testcase ${name}/>`
    const tag = result === 'broken' ? 'failure' : 'skipped'
    return `  <testcase ${name}><${tag} message="${escapeXml(reason ?? '')}"/></testcase>`
  })
  const failures = outcomes.filter(({ result }) => result === 'broken').length
  const skipped = outcomes.filter(({ result }) => result === 'skipped').length
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="parley conformance" tests="${outcomes.length}" failures="${failures}" skipped="${skipped}">
${cases.join('\n')}
</testsuite>`
}

function escapeXml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // XML has no control characters.
      .replaceAll(/\p{Cc}/gu, ' ')
  )
}
