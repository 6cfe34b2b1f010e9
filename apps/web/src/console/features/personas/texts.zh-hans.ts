import type { PERSONA_TEXTS } from './texts.ts'

/** The words of the persona page, in Chinese. */
export const PERSONA_ZH_HANS: typeof PERSONA_TEXTS = {
  title: '人设',
  lead: '人设决定智能体回答的风格。每个对话可以选择一个。',
  number: (id) => `persona_id ${id}`,
  own: '我的人设',
  builtin: '内置',
  noneOwn: '您还没有人设。',
  add: '新人设',
  addTitle: '新人设',
  editTitle: '更改人设',
  name: '名称',
  description: '说明',
  instructions: '指令',
  instructionsHint: '例如：用两句话回答，并说明每个数字来自哪张表。',
  edit: (name) => `更改 ${name}`,
  delete: (name) => `删除 ${name}`,
  deleteTitle: '删除此人设？',
  deleteText: (name) => `使用“${name}”的对话今后将使用中立人设。`,
}
