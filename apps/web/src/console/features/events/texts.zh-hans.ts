import type { EVENT_TEXTS } from './texts.ts'

/** The words of the list of events, in Chinese. */
export const EVENT_ZH_HANS: typeof EVENT_TEXTS = {
  title: '事件',
  lead: '谁在何时做了什么：登录、密钥、数据源、导出、管理。事件不含内容，也从不更改。',
  columns: { at: '时间', person: '用户', action: '操作', outcome: '结果', door: '入口', about: '对象' },
  action: '发生了什么',
  actionHint: '例如 auth.signIn 或 dataSource.export',
  outcome: '结果',
  outcomes: {
    all: '全部',
    ok: '成功',
    forbidden: '被禁止',
    unauthenticated: '未通过验证',
    rate_limited: '达到上限',
  },
  person: '用户',
  personHint: '用户的 UUID',
  personInvalid: '请输入用户列表中显示的 UUID。',
  from: '起始日期',
  apply: '筛选',
  none: '没有事件',
  noneText: '没有符合筛选条件的事件。',
  erased: '已注销的用户',
  unknown: '未知',
  key: (id) => `API 密钥 ${id}`,
  more: '显示更多',
  ask: '可以在对话中询问事件：管理员可以使用数据源“events”。',
}
