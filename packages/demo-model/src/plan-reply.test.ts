import { describe, expect, test } from 'vitest'
import { planReply } from './plan-reply.ts'
import { play } from './testing/play-tools.ts'
import { MODEL_ID } from './texts.ts'
import type { ChatMessage, ChatTool } from './wire.ts'

const user = (content: string): ChatMessage => ({ role: 'user', content, toolCalls: [], toolCallId: '' })
const tool = (name: string, parameters = {}): ChatTool => ({ name, description: '', parameters })
const ask = (content: string, tools: ChatTool[] = []) =>
  planReply({ model: MODEL_ID, messages: [user(content)], tools, isStreaming: false, hasStreamUsage: false })

describe('without data', () => {
  test.each(['Hello!', 'hi', 'Good morning', 'What can you do?'])('%s is greeted', (text) => {
    const { content, toolCalls } = ask(text, [tool('find_metadata')])
    expect(content).toContain('rules, not AI')
    expect(toolCalls).toEqual([])
  })

  test('a question without tools gets an honest answer', () => {
    expect(ask('What is the capital of France?').content).toContain('cannot answer')
  })

  test('a question about nothing that is connected says so', () => {
    const { answer, called } = play('Who won the world cup in 1998?')
    expect(called).toEqual(['find_metadata'])
    expect(answer).toContain('None of the connected tables')
  })

  test('the same request gives the same reply', () => {
    expect(ask('How many cars?', [tool('find_metadata')])).toEqual(
      ask('How many cars?', [tool('find_metadata')]),
    )
  })
})

describe('other tools', () => {
  const add = tool('add', {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  })
  const echo = tool('echo', {
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  })
  const weather = tool('get_weather', {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    required: ['city', 'unit'],
  })

  test.each<[string, ChatTool, object]>([
    ['Add 2 and 3.5', add, { a: 2, b: 3.5 }],
    ['What is 7 plus -4?', add, { a: 7, b: -4 }],
    ['Echo hello world!', echo, { message: 'hello world' }],
    ['Please use the echo tool with "good day"', echo, { message: 'good day' }],
    ['What is the weather in New York in Fahrenheit?', weather, { city: 'New York', unit: 'fahrenheit' }],
  ])('%s', (text, offered, input) => {
    const { toolCalls } = ask(text, [tool('find_metadata'), offered])
    expect(toolCalls.map(({ name }) => name)).toEqual([offered.name])
    expect(JSON.parse(toolCalls[0]?.argumentsText ?? '')).toEqual(input)
  })

  test('is not called when an argument is missing', () => {
    expect(ask('Add 2', [add]).toolCalls).toEqual([])
  })

  test('its result is passed on', () => {
    const call = { id: 'call_1', name: 'add', argumentsText: '{"a":2,"b":3}' }
    const messages: ChatMessage[] = [
      user('Add 2 and 3'),
      { role: 'assistant', content: '', toolCalls: [call], toolCallId: '' },
      { role: 'tool', content: 'The sum is 5.', toolCalls: [], toolCallId: 'call_1' },
    ]
    const request = { model: MODEL_ID, messages, tools: [add], isStreaming: false, hasStreamUsage: false }
    expect(planReply(request).content).toContain('The sum is 5.')
  })
})

describe('follow-ups', () => {
  const first = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'

  test.each<[string, string[], string, string | undefined]>([
    ['another chart', [first, 'Show it as a bar chart'], 'avg(temp_max)', 'bar'],
    ['another step', [first, 'Break it down by year'], 'year(date)', 'line'],
    ['another measure', [first, 'Show the highest instead of the average'], 'max(temp_max)', 'line'],
    ['a change of a change', [first, 'Break it down by year', 'Show it as a bar chart'], 'year(date)', 'bar'],
    ['another value', ['How did the price of AAPL develop?', 'What about MSFT?'], "symbol = 'MSFT'", 'line'],
    ['another group', ['How many cars are there by origin?', 'Now by cylinders'], '"Cylinders"', undefined],
    [
      'the median in place of the average',
      ['What is the average price by symbol in stocks?', 'And the median?'],
      'median(price)',
      undefined,
    ],
    [
      'the other end',
      ['Which 5 movies earned most worldwide?', 'Show the lowest 5 instead'],
      'ASC, 1 LIMIT 5',
      undefined,
    ],
  ])('%s', (...[, questions, sql, mark]) => {
    const played = play(questions)
    expect(played.sql.join()).toContain(sql)
    expect(played.charts.map((chart) => chart.mark)).toMatchObject(mark === undefined ? [] : [{ type: mark }])
  })

  test('a new question is not mixed with the old one', () => {
    expect(play([first, 'How many cars are there?']).answer).toContain('The number of cars is 406')
  })

  test.each([
    'What is their average IMDB rating?',
    'How many movies did he make?',
    'What are their budgets?',
  ])('a question about what an earlier answer named is declined: %s', (question) => {
    const played = play(['Which director made the most movies?', question])
    expect(played.sql).toHaveLength(0)
    expect(played.answer).toMatch(/^I do not know what "(?:their|he)" means here\./)
  })

  test('a pronoun of a noun in the same question is answered', () => {
    expect(play('Which origins have the most cars, and what is their number?').answer).not.toContain(
      'means here',
    )
  })

  test.each([
    'What is the average weight by origin? Show it as a bar chart.',
    'Average weight by origin, and draw it as a bar chart',
  ])('a short question that says how its own answer is drawn is a new one: %s', (question) => {
    const { sql, charts } = play([
      'How many cars are there by cylinders? Show them as a pie chart.',
      question,
    ])
    expect(sql.join()).toMatch(/avg\("Weight_in_lbs"\)/)
    expect(sql.join()).not.toMatch(/cylinders/i)
    expect(charts.map((chart) => chart.mark)).toMatchObject([{ type: 'bar' }])
  })
})

describe('when a tool is missing or fails', () => {
  test('a failed statement is corrected once', () => {
    const seen: string[] = []
    const played = play('What is the average horsepower by cylinders?', {
      runSql: (sql) => {
        seen.push(sql)
        if (seen.length === 1) return 'Conversion Error: could not convert.'
        return JSON.stringify({ row_count: 1, rows: [{ Cylinders: 4, average_horsepower: 78.5 }], step: 3 })
      },
    })
    expect(seen).toHaveLength(2)
    expect(seen[1]).toContain('TRY_CAST("Horsepower" AS DOUBLE)')
    expect(played.answer).toContain('78.5')
  })

  test('an unknown column takes the name that the engine proposes', () => {
    const seen: string[] = []
    play('How many cars are there per origin?', {
      runSql: (sql) => {
        seen.push(sql)
        return 'Binder Error: Referenced column "Origin" not found in FROM clause! Candidate bindings: "region"'
      },
    })
    expect(seen[1]).toContain('"region"')
    expect(seen[1]).not.toContain('Origin')
  })

  test('after that it explains', () => {
    const { answer, sql } = play('What is the average horsepower?', { runSql: () => 'Out of memory.' })
    expect(sql).toHaveLength(2)
    expect(answer).toContain('Out of memory.')
  })

  test('no create_graph: the figures are there, the chart is missed', () => {
    const { answer } = play('Draw the number of cars per origin', { tools: ['find_metadata', 'execute_sql'] })
    expect(answer).toContain('254')
    expect(answer).toContain('no create_graph tool')
  })

  test('no execute_sql: what was found is described', () => {
    expect(play('How many cars are there?', { tools: ['find_metadata'] }).answer).toContain('cars.cars')
  })

  test('the last call without tools answers from the results, also behind a note of the host', () => {
    const call = (id: string, name: string, input: object) => ({
      id,
      name,
      argumentsText: JSON.stringify(input),
    })
    const columns = [{ name: 'origin', type: 'VARCHAR', samples: ['USA'] }]
    const messages: ChatMessage[] = [
      user('How many cars are there per origin?'),
      { role: 'assistant', content: '', toolCalls: [call('1', 'find_metadata', {})], toolCallId: '' },
      {
        role: 'tool',
        content: JSON.stringify({ data: [{ table: 'cars', columns }] }),
        toolCalls: [],
        toolCallId: '1',
      },
      { role: 'assistant', content: '', toolCalls: [call('2', 'execute_sql', {})], toolCallId: '' },
      {
        role: 'tool',
        content: `${JSON.stringify({ row_count: 1, rows: [{ origin: 'USA', number: 3 }], step: 2 })}\n\nNo more tools can be called.`,
        toolCalls: [],
        toolCallId: '2',
      },
    ]
    const request = { model: MODEL_ID, messages, tools: [], isStreaming: false, hasStreamUsage: false }
    expect(planReply(request)).toMatchObject({ toolCalls: [], content: expect.stringContaining('3 (USA)') })
  })
})

describe('robustness', () => {
  const odd = [
    '',
    ' ',
    '?',
    '"',
    "'; DROP TABLE cars; --",
    '()[]{}*+?^$|\\',
    '2'.repeat(500),
    'a '.repeat(5000),
    '🙂'.repeat(100),
  ]
  const contents = [
    '',
    'null',
    '[]',
    '{"data":[]}',
    '{"data":[{}]}',
    '{"data":[{"table":"t"}]}',
    '{"data":[{"table":"t","columns":[{}]}]}',
    '{"rows":[]}',
    '{"rows":[{"a":null}]}',
    'x',
  ]

  test.each([
    'Which constructor has the most points?',
    'How many cars constructor May 2024?',
    'Cars over 5 constructor',
    'Weather from constructor to valueOf',
  ])('"%s" comes to an answer, though a word is a name of every object in JavaScript', (question) => {
    expect(play(question).answer).not.toBe('')
  })

  test('any text over any results comes to an answer', () => {
    for (const text of [...odd, 'How many t per a?', 'Top 5 t by a over time as a line chart']) {
      for (const found of contents) {
        for (const rows of contents) {
          const messages = [user(text)]
          for (const [at, content] of [found, rows, rows, rows].entries()) {
            const reply = planReply({
              model: MODEL_ID,
              messages,
              tools: [tool('find_metadata'), tool('execute_sql'), tool('create_graph')],
              isStreaming: false,
              hasStreamUsage: false,
            })
            const [call] = reply.toolCalls
            if (call === undefined) break
            expect(at).toBeLessThan(4)
            messages.push({ role: 'assistant', content: '', toolCalls: [call], toolCallId: '' })
            messages.push({ role: 'tool', content, toolCalls: [], toolCallId: call.id })
          }
        }
      }
    }
  })

  test('asks back what find_metadata finds ambiguous, and reads the choice with the question before it', () => {
    const ambiguous = { question: 'Which “date” do you mean?', choices: ['order date', 'ship date'] }
    const tools = ['find_metadata', 'execute_sql', 'ask_user'].map(tool)
    const request = { model: MODEL_ID, tools, isStreaming: false, hasStreamUsage: false }
    const call = { id: 'c', name: 'find_metadata', argumentsText: '{}' }
    const found = JSON.stringify({ ambiguous, data: [{ table: 't.t', columns: [{ name: 'a' }] }] })
    const asking = planReply({
      ...request,
      messages: [
        user('How many t per date?'),
        { role: 'assistant', content: '', toolCalls: [call], toolCallId: '' },
        { role: 'tool', content: found, toolCalls: [], toolCallId: 'c' },
      ],
    })
    expect(asking.toolCalls).toMatchObject([{ name: 'ask_user', argumentsText: JSON.stringify(ambiguous) }])
    const content = 'Which “date” do you mean?\n\n- order date\n- ship date'
    const chosen = planReply({
      ...request,
      messages: [
        user('How many t per date?'),
        { role: 'assistant', content, toolCalls: [], toolCallId: '' },
        user('ship date'),
      ],
    })
    expect(chosen.toolCalls[0]?.argumentsText).toContain('How many t per date? ship date')
  })

  test('looks a chosen value up in the column that the choice names, and nowhere else', () => {
    const choices = ['Germany (shop.clients.country)', 'Germany (shop.invoices.billing)']
    const data = ['clients', 'invoices'].map((name) => ({
      table: `shop.${name}`,
      row_count: 9,
      columns: [
        { name: 'id', type: 'BIGINT' },
        { name: name === 'clients' ? 'country' : 'billing', type: 'VARCHAR', samples: ['France', 'Germany'] },
        { name: 'delivery', type: 'VARCHAR', samples: ['Germany', 'Spain'] },
      ],
    }))
    const ambiguous = { question: 'Which “Germany” do you mean?', choices }
    const answer = (question: string, choice: string) => {
      const call = { id: 'c', name: 'find_metadata', argumentsText: '{}' }
      const asked = `Which “Germany” do you mean?\n\n${choices.map((one) => `- ${one}`).join('\n')}`
      return planReply({
        ...{ model: MODEL_ID, isStreaming: false, hasStreamUsage: false },
        tools: ['find_metadata', 'execute_sql', 'ask_user'].map(tool),
        messages: [
          user(question),
          { role: 'assistant', content: asked, toolCalls: [], toolCallId: '' },
          user(choice),
          { role: 'assistant', content: '', toolCalls: [call], toolCallId: '' },
          { role: 'tool', content: JSON.stringify({ ambiguous, data }), toolCalls: [], toolCallId: 'c' },
        ],
      })
    }
    const sql = JSON.parse(
      answer('How many invoices are for Germany?', choices[1] ?? '').toolCalls[0]?.argumentsText ?? '{}',
    )
    expect(sql.generated_sql).toContain("FROM shop.invoices WHERE billing = 'Germany'")
    expect(answer('How many invoices are for Germany?', choices[0] ?? '').content).toContain(
      'do not understand',
    )
  })

  test('a quote in a value stays inside its literal', () => {
    const { sql } = play(`What is the IMDB rating of "O'Horten"?`)
    expect(sql.join()).not.toMatch(/[^']'[^']*horten'(?!')[^']*'[^']/i)
    expect(play("How many cars are from D'Origny?").sql.join()).toContain("d''origny")
  })
})
