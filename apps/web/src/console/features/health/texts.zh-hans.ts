import type { HEALTH_TEXTS } from './texts.ts'

/** The words of the page with the health of the service, in Chinese. */
export const HEALTH_ZH_HANS: typeof HEALTH_TEXTS = {
  title: '健康状况',
  lead: '服务是否接受请求，以及事件是否完整。',
  service: '服务',
  ready: '服务可以接受请求：数据库有响应，磁盘有空间。',
  notReady: '服务目前不接受请求。',
  events: '事件',
  eventsText: '一条封条链可以显示是否有事件在服务之外被修改、删除或添加。',
  verify: '检查事件',
  whole: (events, batches) => `${batches} 个封条下的 ${events} 个事件完整无缺。`,
  newest: (batch, hash) => `最新的封条：${batch}，${hash}。请另行记录，以便日后比对。`,
  broken: '事件已被改动',
}
