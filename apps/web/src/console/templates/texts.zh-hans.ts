import type { TEMPLATE_TEXTS } from './texts.ts'

const DATA_ANALYST = {
  name: '数据分析师',
  description: '回答关于已连接数据的问题：查找数据表，用 SQL 读取，并绘制图表。',
}

/** The words of the agents that one click sets up, in Chinese. The demo model reads English, so its questions stay English. */
export const TEMPLATE_ZH_HANS: typeof TEMPLATE_TEXTS = {
  stages: {
    model: '正在试用演示模型…',
    sources: (name) => `正在连接 ${name}…`,
    agent: '正在创建智能体…',
    chat: '正在打开对话…',
  },
  model: {
    name: '离线演示模型',
    description: '按规则运行，不是 AI。无需密钥即可试用 Parley。',
  },
  templates: {
    data: {
      title: '用示例数据试一试',
      text: '连接五个公开数据集，在离线演示模型上创建一个智能体，并打开一个带有首个问题的对话。任何数据都不会离开这台机器。',
      button: '用示例数据试一试',
      agent: DATA_ANALYST,
      session: '西雅图天气',
      question: 'What was the average maximum temperature in Seattle by month? Show it as a line chart.',
    },
    own: {
      title: '就您的数据提问',
      text: '为您已连接的数据创建一个智能体，并打开对话。',
      button: '提问',
      agent: DATA_ANALYST,
      session: '您的数据',
      question: '',
    },
    ledger: {
      title: '就账本提问',
      text: '为账本网络（验证者、质押、增发、交易）创建一个智能体，并打开一个带有首个问题的对话。',
      button: '试用账本分析师',
      agent: {
        name: '账本分析师',
        description:
          '根据数据源“ledger”回答关于账本网络的问题：验证者、质押、增发、供应量、交易、资产和余额，始终以最新区块为准。除非另有说明，金额以 CHN 为单位。',
      },
      session: '账本的验证者',
      question:
        'Which active validator has the highest total stake, and what share of all stake is that? Draw the top five.',
    },
  },
}
