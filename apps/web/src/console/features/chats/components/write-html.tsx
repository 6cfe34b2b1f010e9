import type { Step } from '@parley/contract'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { chatName } from '#web/console/components/chat-name.ts'
import { splitReasoning } from '#web/console/components/conversation/split-reasoning.ts'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { drawSvg } from '#web/console/components/result/draw-svg.ts'
import { readResults } from '#web/console/components/result/result-view.ts'
import { pageLanguage } from '#web/language/page-language.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat.ts'
import { describeRating, type Ratings } from './describe-rating.ts'
import { PAGE_STYLE } from './page-style.ts'
import { statementsOf } from './statements-of.ts'

/** What a chat needs to become a page. */
type Sources = {
  /** The address of the service, for links. */
  readonly origin: string
  readonly readSteps: (runId: string) => Promise<readonly Step[]>
  /** What the user thinks of the answers, by their position from 1. */
  readonly ratings: Ratings
  /** The nonce that lets this site show the page; absent for a file. */
  readonly nonce?: string | undefined
}

const CHART = { widthPx: 640, heightPx: 320 }

/** A chat as one HTML file without scripts: questions, answers, charts as SVG, statements and links to the runs. */
export async function writeHtml(chat: Chat, sources: Sources): Promise<string> {
  const title = escapeHtml(chatName(chat.name))
  const parts: string[] = []
  for (const [index, { role, content, run_id: runId }] of chat.messages.entries()) {
    if (role === 'user') {
      parts.push(
        `<h2>${CONVERSATION_TEXTS.you}</h2><p class="question" dir="auto">${escapeHtml(content)}</p>`,
      )
      continue
    }
    parts.push(`<h2>${CONVERSATION_TEXTS.assistant}</h2>${await drawMarkdown(splitReasoning(content).text)}`)
    const rating = describeRating(sources.ratings.get(index + 1))
    if (rating !== null) parts.push(`<p><em>${escapeHtml(rating)}</em></p>`)
    if (runId) parts.push(await writeRun(await sources.readSteps(runId), `${sources.origin}/runs/${runId}`))
  }
  const nonce = sources.nonce === undefined ? '' : ` nonce="${escapeHtml(sources.nonce)}"`
  return `<!doctype html>
<html lang="${pageLanguage().language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style${nonce}>${PAGE_STYLE}</style></head>
<body><main><h1>${title}</h1>${parts.join('\n')}
<footer>${escapeHtml(CHAT_TEXTS.exportedAt(new Date().toLocaleString(pageLanguage().locale)))}</footer></main></body></html>
`
}

async function writeRun(steps: readonly Step[], address: string): Promise<string> {
  const charts: string[] = []
  for (const { chart, title } of readResults(steps)) {
    // A chart that this page cannot draw is left out; its rows and its run remain.
    const svg = chart && (await drawSvg(chart, CHART).catch(() => null))
    if (svg)
      charts.push(
        `<figure><img alt="${escapeHtml(title)}" src="data:image/svg+xml,${encodeURIComponent(svg)}"></figure>`,
      )
  }
  const statements = statementsOf(steps).map((sql) => `<pre><code>${escapeHtml(sql)}</code></pre>`)
  const link = `<p><a href="${escapeHtml(address)}">${CONVERSATION_TEXTS.openRun}</a></p>`
  return [...charts, ...statements, link].join('\n')
}

/** Images are not fetched, and links lead to web pages only. */
const components: Components = {
  img: ({ alt }) => <em>{alt}</em>,
  a: ({ href, children }) =>
    /^https?:/.test(href ?? '') ? (
      <a href={href} rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
}

/** Markdown as HTML, with its diagrams as pictures. The browser writes the elements, so every text is escaped. */
async function drawMarkdown(text: string): Promise<string> {
  const element = document.createElement('div')
  const root = createRoot(element)
  flushSync(() =>
    root.render(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], components, children: text })),
  )
  const html = element.cloneNode(true)
  root.unmount()
  if (!(html instanceof HTMLElement)) return ''
  for (const code of html.querySelectorAll('pre > code.language-mermaid')) await drawInPlace(code)
  return html.innerHTML
}

/** Replaces the code of a diagram by its picture; code that cannot be drawn stays. */
async function drawInPlace(code: Element): Promise<void> {
  const { drawDiagram } = await import('#web/console/components/markdown/draw-diagram.ts')
  const drawn = await drawDiagram(code.textContent ?? '', 'light')
  if (!drawn) return
  const figure = document.createElement('figure')
  const image = document.createElement('img')
  image.alt = drawn.title
  image.src = `data:image/svg+xml,${encodeURIComponent(drawn.svg)}`
  figure.append(image)
  code.parentElement?.replaceWith(figure)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
