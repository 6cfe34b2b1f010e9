import type { CHOICE_TEXTS } from './choice-texts.ts'

/** The words of the lists behind @ and /, in Chinese. Commands keep the names that are typed. */
export const CHOICE_ZH_HANS: typeof CHOICE_TEXTS = {
  mention: '数据源和智能体',
  command: '命令',
  sources: '数据源',
  agents: '智能体',
  count: (count) => `${count} 个选项`,
  commands: {
    new: { name: '/new', does: '新对话' },
    files: { name: '/files', does: '为本次提问添加文件' },
    choose: { name: '/choose', does: '选择数据源或其他智能体' },
    sql: { name: '/sql', does: '编写 SQL' },
    pin: { name: '/pin', does: '置顶此对话' },
    unpin: { name: '/unpin', does: '取消置顶此对话' },
    archive: { name: '/archive', does: '归档此对话' },
    unarchive: { name: '/unarchive', does: '将此对话移出归档' },
  },
}
