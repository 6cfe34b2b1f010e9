import { showNumber } from '#web/language/show-number.ts'
import type { CONVERSATION_TEXTS } from './texts.ts'

/** The words of questions, answers and their steps, in Chinese. */
export const CONVERSATION_ZH_HANS: typeof CONVERSATION_TEXTS = {
  composer: {
    label: '您的问题',
    placeholder: '就您的数据提问…',
    placeholderWithLists: '就您的数据提问… 输入 @ 选择数据源，输入 / 查看命令',
    send: '发送',
    sendLater: '在本次回答后发送',
    stop: '停止',
    stopping: '正在停止…',
    hint: '按 Enter 发送，Shift + Enter 换行。',
    hintToStop: '按 Enter 发送，Shift + Enter 换行，Esc 停止。',
    agent: '智能体',
    persona: '人设',
  },
  waiting: { title: '等待发送的问题', send: '立即发送', remove: '移除' },
  assistant: '回答',
  you: '您',
  thinking: '正在思考',
  thought: '思考过程',
  working: '正在处理…',
  waitingForApproval: '等待批准',
  howItGotThere: '推导过程',
  stepCount: (count) => `${count} 个步骤`,
  failedStepCount: (count) => `${count} 个失败`,
  refusedStepCount: (count) => `${count} 个被拒绝`,
  tokens: (input, output) => `读取 ${showNumber(input)} 个 Token，写出 ${showNumber(output)} 个`,
  cost: (dollars) =>
    `，${showNumber(dollars, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 })}`,
  resultOf: (rows) => `${showNumber(rows)} 行结果的图表、表格和 SQL`,
  rowCount: (count) => `${showNumber(count)} 行`,
  openRun: '打开完整运行记录',
  copyAnswer: '复制回答',
  askAgain: '重新提问…',
  editQuestion: '编辑并重新提问',
  copyQuestion: '复制问题',
  failure: { edit: '编辑问题', openModel: '打开模型' },
  status: {
    error: '本次回答失败',
    interrupted: '本次回答在完成前中断',
    cancelled: '已停止',
    truncated: '本次回答因达到上限而被截断',
  },
}
