/** The model's name in requests, by which clients know that rules write its answers. */
export const MODEL_ID = 'parley-demo'
export const MODEL_DESCRIPTION = 'Offline demo model: rules, not AI.'

export const GREETING = `Hello. I am the offline demo model: a set of rules, not AI. I can look up counts, sums, averages, rankings, shares and developments in the data that is connected to this agent, and draw them. Ask, for example: "How many rows are there per category?" or "Show the average per month as a line chart."`

export const NO_TOOLS = `I am the offline demo model: a set of rules, not AI. I answer questions about connected data through an agent's tools, and this conversation has none, so I cannot answer this. Use an agent with find_metadata, execute_sql and create_graph, or choose a language model in the settings.`

/** The beginning of an answer that names a value which no row holds. */
export const NO_ROWS_FOR = 'I found no rows for '

export const NOT_UNDERSTOOD = `My rules do not understand this question. I can count, add up, average, rank, compare, filter and follow a figure over time, one table at a time.`

/** The sentence before an answer about a name while its spelling in the data is not known. */
export const VALUES_PENDING =
  'The values of the data are still being indexed, so I could not look up how they spell a name. Ask again in a moment.'

/** Returns the sentence before an answer that names the words it ignores. */
export function noteLeftOut(words: readonly string[]): string {
  return `I left out ${quote(words)}: my rules found nothing in the data for it. The answer below ignores it.`
}

/** Returns the sentence before an answer that reads a word as a value of the data. */
export function noteSpelling({ asked, stored }: { readonly asked: string; readonly stored: string }): string {
  return `I read "${asked}" as "${stored}", as the data spell it.`
}

/** Returns the sentence before an answer that reads a word as a value or a column of the same word family. */
export function noteFamily({ asked, stored, column }: Read): string {
  return stored === column.name
    ? `I read "${asked}" as the column "${stored}": no other column is nearer to that word.`
    : `I read "${asked}" as the people whose "${column.name}" is "${stored}".`
}

type Named = { readonly name: string }
type Read = { readonly asked: string; readonly stored: string; readonly column: Named }
type Rival = { readonly asked: string; readonly taken: Named; readonly other: Named }

/** Returns the sentence before an answer that takes one of two columns that a word may mean. */
export function noteRival({ asked, taken, other }: Rival): string {
  return `I read "${asked}" as the column "${taken.name}", and not as "${other.name}".`
}

/** Returns the refusal that names the words that no rule handles. */
export function declineWords(words: readonly string[]): string {
  return `I cannot answer this. My rules have no use for ${quote(words)}, and the answer would be wrong without it.`
}

/** Returns the refusal of a question about what an earlier answer named. */
export function askWhatIsMeant(pronoun: string): string {
  return `I do not know what "${pronoun}" means here. My rules do not read earlier answers: name it in the question.`
}

function quote(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ')
}
