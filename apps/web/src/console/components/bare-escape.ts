const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]'

let isBare = false

// Added before any component listens, so it still sees what this press of the key is about to close.
if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    ({ key }) => {
      isBare = key === 'Escape' && !isOverlayOpen()
    },
    { capture: true },
  )
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
