import type { STEP_TEXTS } from './texts.ts'

/** The words of a step of a run, in Chinese. */
export const STEP_ZH_HANS: typeof STEP_TEXTS = {
  tools: {
    find_metadata: { title: '查找数据', running: '正在查找合适的表和列' },
    execute_sql: { title: '查询数据', running: '正在执行 SQL' },
    create_graph: { title: '绘制图表', running: '正在绘制图表' },
    ask_user: { title: '向您提问', running: '正在向您提问' },
    final_response: { title: '回答', running: '正在撰写回答' },
  },
  external: (name) => name,
  externalRunning: (name) => `正在调用 ${name}`,
  status: {
    ok: '完成',
    error: '失败',
    timeout: '超时',
    refused: '被拒绝',
    cancelled: '已取消',
    partial: '部分完成',
  },
  input: '输入',
  output: '输出',
  question: '搜索',
  found: '找到',
  nothingFound: '没有找到。',
  definitions: '您的定义',
  verifiedOn: (date) => `验证于 ${date}`,
  values: '值',
  storedValue: (asked, stored, column) => `“${asked}”在 ${column} 中写作“${stored}”`,
  valuesPending: '值仍在建立索引，尚未查找其他写法。',
  joins: '关联',
  joinKind: (kind, isGuessed) => (isGuessed ? `${kind}，根据名称推测` : kind),
  sql: 'SQL',
  error: '错误',
  signIn: '登录工具服务器',
}
