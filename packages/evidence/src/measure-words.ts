import { fold, isSameWord } from './words-of.ts'

/** Words of one measure in English, German, French and Spanish, without accents, and in Chinese. */
const MEASURES: readonly (readonly string[])[] = [
  'revenue sales turnover umsatz umsatze ventes ingresos ventas 销售额 销售額 收入 营收',
  'orders bestellungen auftrage commandes pedidos 订单 訂單',
  'profit gewinn benefice benefices beneficio ganancia 利润 利潤',
  'price preis preise prix precio 价格 價格',
  'cost kosten cout couts coste costes 成本',
  'customers kunden clients clientes 客户 客戶',
  'quantity units menge quantite cantidad 数量 數量 销量',
  'salary gehalt salaire salario sueldo 工资 薪资',
  'employees headcount staff mitarbeiter employes empleados 员工 人数',
  'population einwohner habitants poblacion 人口',
  'visits besuche visites visitas 访问',
  'returns retouren retours devoluciones 退货',
  'weight gewicht poids peso 重量',
].map((words) => words.split(' '))

/** Returns the words for the measure that a column's name states, in all languages; none for another name. */
function wordsOfMeasure(words: readonly string[]): readonly string[] {
  return MEASURES.find((measure) => words.some((word) => measure.includes(fold(word)))) ?? []
}

/** Whether a place in a text names the measure of a column in another language. */
export function namesMeasure(place: string, columnWords: readonly string[]): boolean {
  const said = place.split(' ').slice(0, MOST_WORDS)
  return wordsOfMeasure(columnWords).some((word) =>
    /^[a-z]/.test(word) ? said.some((one) => isSameWord(word, one)) : place.includes(word),
  )
}

/** How many words next to a superlative may name its measure. */
const MOST_WORDS = 2
