import type { UPLOAD_TEXTS } from './texts.ts'

/** The words of files that become data sources, in Chinese. */
export const UPLOAD_ZH_HANS: typeof UPLOAD_TEXTS = {
  uploading: (name, percent) => `正在上传 ${name}：${percent}%`,
  reading: (name) => `正在读取 ${name}…`,
  connecting: (name) => `正在将 ${name} 添加为数据源…`,
  uploaded: (name) => `“${name}”已连接。`,
  open: '打开数据源',
  failed: '文件未能连接',
  failedFile: (name) => `“${name}”未能连接`,
  oneFile: '请一次添加一个文件。',
}
