/** Collects the text of a cell from its runs, without what is written above it for pronunciation. */
export function createTextReader() {
  let text = ''
  let isInText = false
  let phonetic = 0
  return {
    begin() {
      text = ''
      phonetic = 0
    },
    open(name: string) {
      if (name === 'rPh') phonetic++
      if (name === 't') isInText = phonetic === 0
    },
    text(piece: string) {
      if (isInText) text += piece
    },
    close(name: string) {
      if (name === 'rPh') phonetic--
      if (name === 't') isInText = false
    },
    end: () => unescaped(text),
  }
}

/** Characters that XML cannot hold are written as _x000D_ (ECMA-376, part 1, section 22.9.2.19). */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
