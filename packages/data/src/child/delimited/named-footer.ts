/** Words with which lines below a table begin. */
const FOOTER_WORDS =
  /^\s*(?:\*|†|‡|©|\(c\)|\[\w\]|\(\w\)|(?:data )?sources?\b|notes?\b|footnotes?\b|n\.?b\.?\b|last (?:updated|refreshed)|generated|created|exported|retrieved|downloaded|copyright|end of|disclaimer|data from|quelle|anmerkung|hinweis|stand:|fuentes?\b|nota\b|fonte\b|bron\b|kilde\b|källa\b|lähde\b|出典|資料|注|来源|источник|примечание)/iu

/** Whether a text begins like a source, a note or a date of publication. */
export function isNamedFooter(text: string): boolean {
  return FOOTER_WORDS.test(text)
}
