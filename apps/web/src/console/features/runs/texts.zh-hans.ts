import { showNumber } from '#web/language/show-number.ts'
import type { RUN_TEXTS } from './texts.ts'

/** The words of the trace, in Chinese. */
export const RUN_ZH_HANS: typeof RUN_TEXTS = {
  title: '运行记录',
  lead: '从问题到回答之间按顺序发生的一切。',
  question: '问题',
  running: '运行中',
  stepNumber: (step) => `步骤 ${step}`,
  took: (time) => `耗时 ${time}`,
  startedAt: (when) => `开始于 ${when}`,
  total: (time) => `总计 ${time}`,
  usage: (input, output) => `输入 ${showNumber(input)} 个 Token，输出 ${showNumber(output)} 个`,
  timeline: '时间线',
  toChat: '打开对话',
  toChats: '全部对话',
  runStatus: {
    running: '运行中',
    ok: '已回答',
    error: '失败',
    interrupted: '已中断',
    cancelled: '已停止',
    truncated: '被截断',
  },
  noSteps: '还没有步骤',
  noStepsText: '工具返回结果后，步骤会显示在这里。',
  saveAnswer: {
    button: '保存为已验证',
    wording: '问题',
    wordingHint: '智能体会通过这个问题找到此回答的语句。',
    saved: '已保存为已验证的问题。',
    toDefinitions: '打开定义',
  },
  rerun: {
    before: '运行时',
    now: '现在',
    again: '编辑并重新运行',
    close: '关闭编辑器',
    kept: '此语句已保留为更正。只要您将该回答评价为不对，它就会被建议为已验证的问题。',
    toDefinitions: '打开定义',
  },
}
