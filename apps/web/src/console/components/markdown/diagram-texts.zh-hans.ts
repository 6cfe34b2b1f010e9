import type { DIAGRAM_TEXTS } from './diagram-texts.ts'

/** The words of the diagrams of an answer, in Chinese. */
export const DIAGRAM_ZH_HANS: typeof DIAGRAM_TEXTS = {
  diagram: '图示',
  titled: (title) => `图示：${title}`,
  showCode: '查看代码',
  showPicture: '查看图示',
}
