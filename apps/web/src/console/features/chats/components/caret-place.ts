/** The styles that decide where a textarea breaks its lines. */
const COPIED = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'boxSizing',
  'textIndent',
  'direction',
  'tabSize',
] as const

/** Returns where a character of a textarea stands in the window, in pixels, and the height of its line. */
export function caretPlace(
  field: HTMLTextAreaElement,
  position: number,
): { readonly left: number; readonly top: number; readonly height: number } {
  const box = field.getBoundingClientRect()
  const look = getComputedStyle(field)
  const copy = document.createElement('div')
  for (const name of COPIED) copy.style[name] = look[name]
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    left: `${box.left}px`,
    top: `${box.top - field.scrollTop}px`,
    width: `${box.width}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  copy.textContent = field.value.slice(0, position)
  const mark = document.createElement('span')
  // A mark without text has no line.
  mark.textContent = field.value.slice(position) || '.'
  copy.append(mark)
  document.body.append(copy)
  const first = mark.getClientRects()[0]
  copy.remove()
  return { left: first?.left ?? box.left, top: first?.top ?? box.top, height: first?.height ?? box.height }
}
