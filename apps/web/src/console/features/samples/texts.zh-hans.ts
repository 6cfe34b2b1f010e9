import type { SAMPLE_TEXTS } from './texts.ts'

/** The words of the first run, in Chinese. */
export const SAMPLE_ZH_HANS: typeof SAMPLE_TEXTS = {
  title: '欢迎使用 Parley',
  lead: '几秒钟内即可用示例数据开始，或添加您自己的模型和数据。',
  demoNote:
    '演示模型按规则运行，不是 AI，并且只能读懂英文问题。它用来展示 Parley 的工作方式。要提出真正的问题，请添加真实的模型。',
  ledger: '为账本而来？',
  ownTitle: '设置您自己的环境',
  checklist: {
    model: { title: '添加模型', text: '托管厂商的密钥，或您自己的运行环境的地址。' },
    source: { title: '连接数据', text: '拖入文件（CSV、Excel、JSON、Parquet），或连接数据库。' },
    agent: { title: '创建智能体', text: '模型和它可以使用的工具。' },
    chat: { title: '提出问题', text: '然后打开回答背后的运行记录。' },
  },
  done: '已完成',
  failed: '未能设置示例工作区',
}
