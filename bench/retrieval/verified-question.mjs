/** A verified question as the service keeps it: its wording and its statement, over every data source. */
export function verifiedQuestion(name, expression, id) {
  const nothing = {
    synonyms: [],
    text: '',
    table: '',
    condition: '',
    dimensions: [],
    timeColumn: '',
    unit: '',
  }
  const rest = { dataSourceIds: [], verifiedAt: '2026-11-22T00:00:00', problem: null }
  return { id: String(id), kind: 'question', name, expression, ...nothing, ...rest }
}
