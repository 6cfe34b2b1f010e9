const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]'

let isBare = false

// Added before any component listens, so it still sees what this press of the key is about to close.
if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    (event) => {
      isBare = event.key === 'Escape' && !isOverlayOpen()
      if (event.key === 'Escape') passToMenu(event)
    },
    { capture: true },
  )
}

/**
 * Gives Escape to the open menu. A menu hears only keys inside it, and a timer focuses its first item a moment after it is
 * shown. The key waits for that timer, which would take the focus from the button of the closed menu.
 */
function passToMenu(event: KeyboardEvent): void {
  const menu = [...document.querySelectorAll('[role="menu"]')].findLast((open) => open.checkVisibility())
  if (!menu || (event.target instanceof Node && menu.contains(event.target))) return
  event.stopImmediatePropagation()
  setTimeout(() => menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
}

/**
 * Calls back when Escape is pressed while no dialog, menu or list of options is open. Returns the function
 * that stops it.
 */
export function watchBareEscape(onEscape: () => void): () => void {
  const onKey = () => {
    if (isBare) onEscape()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

function isOverlayOpen(): boolean {
  return [...document.querySelectorAll(OVERLAYS)].some((overlay) => overlay.checkVisibility())
}
