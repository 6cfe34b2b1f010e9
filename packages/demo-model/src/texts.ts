/** How the model calls itself, on the wire and in every answer. */
export const MODEL_ID = 'parley-demo'
export const MODEL_DESCRIPTION = 'Offline demo model: rules, not AI.'

/** The last line of every answer, so that nobody takes rules for a language model. */
export const SIGNATURE = `*${MODEL_DESCRIPTION}*`

export const GREETING = `Hello. I am the offline demo model: a set of rules, not AI. I can look up counts, sums, averages, rankings, shares and developments in the data that is connected to this agent, and draw them. Ask, for example: "How many rows are there per category?" or "Show the average per month as a line chart."`

export const NO_TOOLS = `I am the offline demo model: a set of rules, not AI. I answer questions about connected data through an agent's tools, and this conversation has none, so I cannot answer this. Use an agent with find_metadata, execute_sql and create_graph, or choose a language model in the settings.`

export const NOT_UNDERSTOOD = `My rules do not understand this question. I can count, add up, average, rank, compare, filter and follow a figure over time, one table at a time.`
