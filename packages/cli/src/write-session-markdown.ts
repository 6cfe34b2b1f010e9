import type { ParleyClient } from '@parley/sdk'

type Session = Awaited<ReturnType<ParleyClient['session']['get']>>

/** A session as a Markdown document: a heading for each message, without the reasoning of the model. */
export function writeSessionMarkdown({ name, session_id, created_at, messages }: Session): string {
  const title = `# ${name || 'Session'}\n\nSession ${session_id}, opened ${created_at} UTC.`
  const parts = messages.map(({ role, content, created_at: at, status, artifacts }) => {
    const ending = status === null || status === 'ok' ? '' : ` (${status})`
    const files = (artifacts ?? []).map((path) => `- ${path}`)
    const text = content.replaceAll(/<think>[\s\S]*?<\/think>\s*/g, '').trim()
    return [`## ${role === 'user' ? 'Question' : 'Answer'}, ${at}${ending}`, text, files.join('\n')]
      .filter((part) => part !== '')
      .join('\n\n')
  })
  return [title, ...parts].join('\n\n')
}
