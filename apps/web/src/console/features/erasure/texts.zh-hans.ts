import type { ERASURE_TEXTS } from './texts.ts'

/** The words of the page that follows the erasing of an account, in Chinese. */
export const ERASURE_ZH_HANS: typeof ERASURE_TEXTS = {
  title: '正在注销您的账户',
  done: '您的账户已注销',
  under: '您已在所有地方退出登录，API 密钥也已失效。其余部分还需几秒钟。',
  waiting: '正在删除您的记录和文件…',
  doneText:
    '此服务中不再保留您的任何内容。请保存回执：它说明删除了什么以及何时删除，不含您的任何信息。运营者备份中的副本会随备份一起删除。',
  receipt: '回执',
  rows: (table, count) => `${table}：${count}`,
  save: '保存回执',
  leave: '前往首页',
}
