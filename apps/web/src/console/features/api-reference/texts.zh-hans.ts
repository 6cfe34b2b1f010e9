import type { API_REFERENCE_TEXTS } from './texts.ts'

/** The words of the API reference, in Chinese. */
export const API_REFERENCE_ZH_HANS: typeof API_REFERENCE_TEXTS = {
  title: 'API 参考',
  lead: 'REST 接口的全部操作，来自此服务发布的 OpenAPI 文档（英文）。',
  document: 'OpenAPI 文档',
  key: '用于试用的 API 密钥',
  keyHint: '只保留在此页面上，离开时即丢弃。',
  search: '查找操作',
  nothing: '没有匹配的操作。',
  addition: '新增',
  noKey: '无需凭据',
  parameters: '路径与查询参数',
  body: '请求体',
  reply: '响应',
  examples: '示例',
  language: '示例的语言',
  failures: '失败情况',
  required: '必填',
  tryIt: '试一试',
  send: '发送',
  needKey: '请先在上方填写 API 密钥。',
  bodyLabel: 'JSON 请求体',
  status: (status) => `状态 ${status}`,
  unreachable: '服务没有响应。',
}
