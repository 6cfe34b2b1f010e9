/** First questions about a data source, in English. The demo model reads no other language. */
export const ENGLISH_QUESTIONS = {
  byGroup: (measure: string, group: string, table: string) =>
    `What is the average ${measure} by ${group} in ${table}? Show it as a bar chart.`,
  overTime: (measure: string, table: string) =>
    `What is the average ${measure} by month in ${table}? Show it as a line chart.`,
  count: (table: string) => `How many rows are there in ${table}?`,
}
