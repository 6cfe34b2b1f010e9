import type { ATTACHMENT_TEXTS } from './texts.ts'

/** The words of files and texts that are added to a question, in Chinese. */
export const ATTACHMENT_ZH_HANS: typeof ATTACHMENT_TEXTS = {
  add: '添加文件',
  dropHere: '将文件拖到这里即可提问',
  pasted: '粘贴的文本',
  image: (number) => `图片 ${number}`,
  pastedFile: '粘贴的数据',
  agentReadsNoData: '该智能体没有数据工具，无法读取文件。请选择其他智能体。',
  notLoaded: '连接已中断，请重新添加该文件。',
  notBound: '未能将数据源提供给智能体',
  pastedTextBelow: (question, text) => `${question}\n\n${text}`,
  namedData: (question, names) => `${question}\n\n数据：${names.join('、')}`,
}
