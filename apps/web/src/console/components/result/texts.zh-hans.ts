import { LIMITS } from '@parley/contract/limits'
import { showNumber } from '#web/language/show-number.ts'
import type { RESULT_TEXTS } from './texts.ts'

/** The words of a result, in Chinese. */
export const RESULT_ZH_HANS: typeof RESULT_TEXTS = {
  result: '结果',
  chart: '图表',
  tabs: { chart: '图表', table: '表格', sql: 'SQL' },
  views: '结果视图',
  noChart: '图表需要一个数值列和另外一列。',
  settings: {
    open: (type) => `${type}：更改图表`,
    type: '类型',
    types: { bar: '柱状图', line: '折线图', area: '面积图', point: '散点图', pie: '饼图' },
    asDrawn: '原图',
    x: '横轴',
    y: '数值',
    series: '系列',
    noSeries: '无',
    stacking: '柱与面积',
    stackings: { grouped: '分组', stacked: '堆叠', share: '百分比堆叠' },
    reset: '恢复为回答中的图表',
  },
  sumOf: (column) => `${column} 的总和`,
  drawFailed: '无法绘制图表。图片已保存在回答的文件中。',
  legend: '图表的系列',
  copyTable: '复制表格',
  copySql: '复制 SQL',
  enlarge: '放大',
  save: {
    open: '保存',
    picture: '图表',
    png: 'PNG 图片',
    svg: 'SVG 图片',
    spec: 'Vega-Lite 规格',
    rows: (count) => `数据，${count}`,
    allRows: '全部行',
    csv: 'CSV',
    parquet: 'Parquet',
    xlsx: 'Excel',
    files: '本次运行的文件',
    failed: '结果未能保存',
    busy: '正在保存全部行…',
  },
  brokenOff: () =>
    `下载不完整：语句执行失败、连接中断，或者结果超过 ${showNumber(LIMITS.exportRows)} 行或耗时超过 ${LIMITS.exportSeconds / 60} 分钟。请筛选或汇总后重新保存。`,
  filter: '筛选行',
  marked: (numbers, step) => {
    const [first = 0] = numbers
    const place = step === null ? '' : `步骤 ${step} 的`
    return numbers.length === 1
      ? `此图形对应${place}第 ${showNumber(first)} 行。`
      : `此图形对应${place} ${showNumber(numbers.length)} 行，从第 ${showNumber(first)} 行起。`
  },
  showAllRows: '显示全部行',
  noMatch: '没有包含此文本的行。',
  sort: (column) => `按 ${column} 排序`,
  rows: (count) => `${showNumber(count)} 行`,
  firstRows: (shown, total) =>
    total === null || total <= shown
      ? `更大结果的前 ${showNumber(shown)} 行`
      : `共 ${showNumber(total)} 行，显示前 ${showNumber(shown)} 行`,
  columns: (columns) => `列：${columns}`,
  estimate: (parts) => `运行前的估计：${parts.join('，')}。`,
  estimates: {
    rows_read: (count) => `约读取 ${showNumber(count)} 行`,
    result_rows: (count) => `结果约 ${showNumber(count)} 行`,
    cost: (cost) => `成本 ${showNumber(cost)}`,
  },
}
