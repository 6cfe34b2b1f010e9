import type { TOOL_TEXTS } from './texts.ts'

/** The words of the tools page and of choosing tools for an agent, in Chinese. */
export const TOOL_ZH_HANS: typeof TOOL_TEXTS = {
  title: '工具',
  lead: '您的智能体可以使用的工具：此服务自带的，以及 MCP 工具服务器提供的。',
  builtin: '内置',
  serverTitle: '工具服务器',
  servers: '工具服务器',
  add: '添加到智能体',
  addTo: '添加到哪个智能体？',
  added: (count, agent) => `已将 ${count} 个工具添加到“${agent}”。`,
  addFailed: '工具未能添加',
  agentLabel: '智能体',
  noAgents: '您还没有智能体，请先创建一个。',
  createAgent: '创建智能体',
  signInOutcomes: {
    done: '您已登录，现在可以使用它的工具。',
    failed: '登录没有完成，请重新开始。',
    signed_out: '您的 Parley 会话在此期间已结束，请重新开始登录。',
  },
}
