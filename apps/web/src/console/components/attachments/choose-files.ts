/** Opens the browser's file chooser, and hands over the chosen files. */
export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]))
  input.click()
}
