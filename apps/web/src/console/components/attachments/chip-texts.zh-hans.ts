import { showNumber } from '#web/language/show-number.ts'
import type { CHIP_TEXTS } from './chip-texts.ts'

/** The words of the chips below a question, in Chinese. */
export const CHIP_ZH_HANS: typeof CHIP_TEXTS = {
  list: '已添加到本次提问',
  sending: (name, percent) => `正在上传 ${name}：${percent}%`,
  reading: (name) => `正在读取 ${name}…`,
  waiting: (name) => `${name} 正在等待前一个文件`,
  cancel: (name) => `取消 ${name}`,
  remove: (name) => `从本次提问中移除 ${name}`,
  dismiss: (name) => `关闭关于 ${name} 的提示`,
  openSource: (name) => `打开 ${name} 的数据源`,
  rows: (count) => `${showNumber(count)} 行`,
  characters: (count) => `${showNumber(count)} 个字符`,
  becameText: '粘贴的文本较长，已附在问题下方。',
  putIntoQuestion: '放入问题中',
}
