import { getNonce } from 'get-nonce'
import mermaid, { type MermaidConfig } from 'mermaid'

/** A diagram as a picture. Nothing in it runs, loads or reaches the page. */
export type Diagram = {
  readonly svg: string
  readonly widthPx: number
  readonly heightPx: number
  /** The title or the description that its code gives it; empty without one. */
  readonly title: string
}

type Scheme = 'light' | 'dark'

/** Longer code would keep the page busy for seconds. */
const MAX_LETTERS = 20_000
const MAX_ARROWS = 300

/** Fonts of the system, because a picture cannot read those of the page that measured its texts. */
const FONT = 'system-ui, sans-serif'

const COLOURS = {
  light: {
    background: '#ffffff',
    primaryColor: '#eafaf5',
    primaryBorderColor: '#137c64',
    primaryTextColor: '#1f1e1c',
    secondaryColor: '#f4f4f1',
    tertiaryColor: '#fafaf8',
    lineColor: '#565550',
    textColor: '#1f1e1c',
  },
  dark: {
    background: '#1c1b1a',
    primaryColor: '#16332c',
    primaryBorderColor: '#43b798',
    primaryTextColor: '#ebeae7',
    secondaryColor: '#2b2a28',
    tertiaryColor: '#151413',
    lineColor: '#a8a6a1',
    textColor: '#ebeae7',
  },
} as const

let count = 0
/** The newest drawing. Mermaid has one set of settings for all drawings, so each drawing waits for the one before. */
let last: Promise<unknown> = Promise.resolve()

/** Draws Mermaid code. Returns null for code that Mermaid cannot read or that is too long. */
export function drawDiagram(code: string, scheme: Scheme): Promise<Diagram | null> {
  if (code.length > MAX_LETTERS) return Promise.resolve(null)
  const drawing = last.then(() => draw(plainCode(code), scheme)).catch(() => null)
  last = drawing
  return drawing
}

async function draw(code: string, scheme: Scheme): Promise<Diagram | null> {
  mermaid.initialize(settingsFor(scheme))
  if (!(await mermaid.parse(code, { suppressErrors: true }))) return null
  // Texts are measured in the page, out of sight.
  const place = document.createElement('div')
  place.setAttribute('aria-hidden', 'true')
  Object.assign(place.style, { position: 'fixed', inset: '0 auto auto -10000px', width: '800px' })
  document.body.append(place)
  const restore = giveStylesNonce(place)
  try {
    count += 1
    const { svg } = await mermaid.render(`parley-diagram-${count}`, code, place)
    return toPicture(svg)
  } finally {
    restore()
    place.remove()
  }
}

/**
 * `strict` leaves out scripts, links and HTML. Code cannot change what `secure` names: it would otherwise bring its own
 * style sheet into the page that measures it.
 */
function settingsFor(scheme: Scheme): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'theme',
      'themeCSS',
      'themeVariables',
      'fontFamily',
      'altFontFamily',
      'htmlLabels',
      'flowchart',
      'dompurifyConfig',
    ],
    suppressErrorRendering: true,
    maxTextSize: MAX_LETTERS,
    maxEdges: MAX_ARROWS,
    // A label as HTML would need a style of the page.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'base',
    darkMode: scheme === 'dark',
    fontFamily: FONT,
    themeVariables: { ...COLOURS[scheme], fontFamily: FONT, fontSize: '15px', darkMode: scheme === 'dark' },
  }
}

/** Removes settings, and all HTML but line breaks. `strict` removes both too, but examines them in the page first. */
function plainCode(code: string): string {
  return code.replace(/%%\{[\s\S]*?\}%%/g, '').replace(/(?<!<)<\/?(?!br\b)[a-z][^<>]*>/gi, '')
}

/**
 * Gives the page's nonce to the style elements that Mermaid makes, so that they apply while it measures. The policy
 * of the page refuses styles without the nonce, also in the copy that is checked for scripts, and Mermaid has no
 * setting for a nonce. Returns a function that ends this.
 */
function giveStylesNonce(place: HTMLElement): () => void {
  const nonce = getNonce() ?? ''
  const create = Document.prototype.createElement
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create.call(document, name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }) as typeof document.createElement
  // A style element hides its nonce as soon as it is in the page; the copy needs it again.
  const observer = new MutationObserver(() => {
    for (const style of place.querySelectorAll('style')) style.setAttribute('nonce', nonce)
  })
  observer.observe(place, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    // After this the method of the prototype applies again.
    Reflect.deleteProperty(document, 'createElement')
  }
}

/** The drawing as an SVG file, with its size. */
function toPicture(markup: string): Diagram | null {
  const drawn = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  const [, , width = 0, height = 0] = (drawn?.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number)
  if (!drawn || !(width > 0) || !(height > 0)) return null
  const [widthPx, heightPx] = [Math.ceil(width), Math.ceil(height)]
  for (const style of drawn.querySelectorAll('style')) style.removeAttribute('nonce')
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  drawn.setAttribute('width', String(widthPx))
  drawn.setAttribute('height', String(heightPx))
  const title = drawn.querySelector(':scope > title, :scope > desc')?.textContent?.trim() ?? ''
  return { svg: new XMLSerializer().serializeToString(drawn), widthPx, heightPx, title }
}
