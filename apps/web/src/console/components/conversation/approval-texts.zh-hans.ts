import type { APPROVAL_TEXTS } from './approval-texts.ts'

/** The words of a tool call that waits for its owner, in Chinese. */
export const APPROVAL_ZH_HANS: typeof APPROVAL_TEXTS = {
  title: (tool) => `${tool} 正在等待您的批准`,
  server: (toolServerId) => `工具服务器：${toolServerId}`,
  noArguments: '没有参数。',
  fixed: '您为该智能体固定了此值，每次都会发送。',
  yes: '是',
  no: '否',
  badValue: '该值不符合参数要求。',
  asJson: '以 JSON 编辑',
  asForm: '以表单编辑',
  timeLeft: (minutes, seconds) => `${minutes}:${String(seconds).padStart(2, '0')} 后自动拒绝`,
  timeOver: '已超时：调用被拒绝。',
  arguments: '参数',
  reason: '理由（可选，拒绝时发送）',
  approve: '允许',
  approveAlways: '始终允许',
  approveAlwaysHint: (tool) => `今后该智能体调用 ${tool} 时不再询问。`,
  deny: '拒绝',
  badJson: '必须是 JSON 对象。',
  failed: '您的决定未能发送',
}
