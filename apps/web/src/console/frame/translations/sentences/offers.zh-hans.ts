import type { Sentences } from '#web/language/translate-sentence.ts'

/** What the service offers every user: built-in tools, personas and sample data, in Chinese. */
export const OFFER_SENTENCES: Sentences = {
  'Searches column-level metadata across connected data sources.': '在已连接的数据源中按列搜索元数据。',
  'Executes SQL across structured datasets, databases and API endpoints.':
    '在数据集、数据库和 API 上执行 SQL。',
  'Generates charts from tabular result data.': '用表格结果生成图表。',

  Neutral: '中立',
  'Plain and factual.': '平实、客观。',
  Concise: '简洁',
  'As short as the answer allows.': '尽可能简短。',
  Friendly: '友好',
  'Warm and encouraging.': '热情、鼓励。',
  Analyst: '分析师',
  'Figures first, with their source and limits.': '先给数字，并说明来源和局限。',
  Teacher: '教师',
  'Explains step by step.': '逐步讲解。',

  'Daily weather in Seattle from 2012 to 2015 in metric units, after NOAA.':
    '西雅图 2012 至 2015 年的每日天气，公制单位，来自 NOAA。',
  'Films with box office earnings, budgets, ratings and votes. Holds known errors, such as release dates in the future, for practice in cleaning data.':
    '电影的票房、预算、评分和投票。包含已知的错误（如未来的上映日期），用于练习数据清理。',
  'Population, life expectancy and fertility by country, every five years from 1955 to 2005.':
    '各国的人口、预期寿命和生育率，1955 至 2005 年每五年一次。',
  'Monthly stock prices of Microsoft, Amazon, IBM, Google and Apple from 2000 to 2010.':
    '微软、亚马逊、IBM、谷歌和苹果 2000 至 2010 年的月度股价。',
  'Technical data of cars of the model years 1970 to 1982, after the StatLib archive.':
    '1970 至 1982 年款汽车的技术数据，来自 StatLib 档案。',
  'Body measurements of 344 penguins of three species on three islands of the Palmer Archipelago.':
    '帕默群岛三座岛屿上三种共 344 只企鹅的身体测量数据。',
  'Airports of the United States and its territories with their places.': '美国及其属地的机场及其位置。',
  'Two thousand flights within the United States with their delays, after the Bureau of Transportation Statistics.':
    '美国国内两千次航班及其延误，来自美国运输统计局。',
}
