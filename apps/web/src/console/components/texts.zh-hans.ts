import { showNumber } from '#web/language/show-number.ts'
import type { COMPONENT_TEXTS } from './texts.ts'

/** The words of the parts that every feature uses, in Chinese. */
export const COMPONENT_ZH_HANS: typeof COMPONENT_TEXTS = {
  product: 'Parley',
  language: '语言',
  copied: '已复制',
  copy: '复制',
  tryAgain: '重试',
  couldNotLoad: '加载失败',
  loading: '正在加载',
  untitledChat: '未命名对话',
  cancel: '取消',
  save: '保存',
  delete: '删除',
  deleteIt: '确认删除',
  keepIt: '保留',
  notSaved: '未保存',
  notDeleted: '未删除',
  required: '请填写此项。',
  undo: '撤销',
  close: '关闭',
  today: '今天',
  yesterday: '昨天',
  lastDays: '最近七天',
  durations: {
    milliseconds: (count) => `${count} 毫秒`,
    seconds: (count) => `${showNumber(count, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} 秒`,
    minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  },
  noRows: '没有数据行',
  rows: (shown, total) =>
    shown === total ? `${showNumber(total)} 行` : `共 ${showNumber(total)} 行，显示 ${showNumber(shown)} 行`,
  opensExternally: (host) => `打开 ${host}`,
  imageLeftOut: (text) => `图片未显示：${text}`,
  showAll: (count) => `显示全部 ${showNumber(count)} 项`,
  showFewer: '收起',
  table: '表格',
  codeLabel: '代码',
  offline: '服务没有响应，请检查连接后重试。',
  signedOut: '您的会话已结束，请重新登录。',
}
