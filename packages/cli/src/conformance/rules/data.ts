import { dataOf } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireOne, requireSome, show } from '../violation.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const RAIN = { name: 'conformance_cities', format: 'csv', content: 'city,rain\nOslo,12\nRome,3\n' }

/** Rules about data sources, usage, evidence, and the data sources that a statement read. */
export const DATA_RULES: readonly Rule[] = [
  {
    anchor: at('addition-data-sources'),
    title: 'A file becomes a data source with its tables, which no other user finds.',
    check: async ({ probe, remove, otherKey }) => {
      const source = dataOf(await probe('POST', '/data_source', { body: RAIN }), 'POST /data_source')
      const path = `/data_source/${source.id}`
      remove(path)
      requireOne(source.kind, ['file'], 'kind of a file')
      const [table] = [source.tables ?? []].flat()
      const columns = [Object(table).columns ?? []].flat().map((column) => Object(column).name)
      requireOne(show(columns), [show(['city', 'rain'])], 'The columns of the table')
      ensure('reading' in Object(table), 'The table of a file lacks reading.')
      const second = dataOf(await probe('POST', '/data_source', { body: RAIN }), 'POST /data_source again')
      remove(`/data_source/${second.id}`)
      ensure(second.name !== source.name, `Two data sources have the name ${show(source.name)}.`)
      if (otherKey !== null)
        requireFailure(await probe('GET', path, { key: otherKey }), [404], 'a data source of another user')
      dataOf(await probe('DELETE', path), 'DELETE /data_source/{id}')
      requireFailure(await probe('GET', path), [404], 'a deleted data source')
    },
  },
  {
    anchor: at('addition-title'),
    title: 'A data source is renamed for people, and its name in SQL stays.',
    check: async ({ probe, rainId }) => {
      const path = `/data_source/${await rainId()}`
      const before = dataOf(await probe('GET', path), 'GET /data_source/{id}')
      dataOf(await probe('PATCH', path, { body: { title: 'Rain of cities' } }), 'PATCH /data_source/{id}')
      const after = dataOf(await probe('GET', path), 'GET /data_source/{id}')
      requireOne(after.title, ['Rain of cities'], 'The changed title')
      requireOne(after.name, [before.name], 'The name in SQL after a change of the title')
    },
  },
  {
    anchor: at('addition-profile'),
    title: 'The profile of a table counts what its columns hold.',
    check: async ({ probe, rainId }) => {
      const profile = dataOf(await probe('GET', `/data_source/${await rainId()}/profile`), 'GET …/profile')
      requireOne([profile.columns ?? []].flat().length, [2], 'The number of columns of a profile')
      requireOne(profile.row_count, [2], 'row_count of a profile')
    },
  },
  {
    anchor: at('addition-usage'),
    title: 'A turn counts for its caller in this month, by model, beside the limits.',
    needs: ['model'],
    check: async ({ probe, ask }) => {
      const read = async () => dataOf(await probe('GET', '/usage'), 'GET /usage')
      const before = await read()
      requireSome(before, ['month', 'resets_at', 'used', 'limits', 'models'], 'data of GET /usage')
      await ask('Hello')
      const turns = Number(Object((await read()).used).turns) - Number(Object(before.used).turns)
      ensure(turns >= 1, `After a turn, used.turns rose by ${turns}.`)
    },
  },
  {
    anchor: at('addition-evidence'),
    title: 'The evidence of an answer judges each of its numbers where it stands.',
    needs: ['model'],
    check: async ({ probe, traced }) => {
      const { run_id, content } = (await traced()).reply.data
      const found = dataOf(await probe('GET', `/chat/run/${run_id}/evidence`), 'GET …/evidence')
      const evidence = Object(found.evidence)
      requireSome(evidence, ['run_id', 'numbers', 'proven', 'spans', 'results'], 'data of the evidence')
      const spans = [evidence.spans ?? []].flat().map((span) => Object(span))
      requireOne(spans.length, [evidence.numbers], 'The number of spans')
      requireOne(
        spans.filter(({ kind }) => kind !== 'none').length,
        [evidence.proven],
        'The number of proven spans',
      )
      for (const { offset, length } of spans) {
        const part = String(content).slice(offset, offset + length)
        ensure(/[\p{N}\p{L}]/u.test(part), `A span marks ${show(part)}, which is no number.`)
      }
    },
  },
  {
    anchor: at('addition-notes'),
    title: 'A statement in a trace names the data sources that it read.',
    needs: ['model'],
    check: async ({ probe, traced }) => {
      const { run_id } = (await traced()).reply.data
      const { steps } = dataOf(await probe('GET', `/chat/run/${run_id}`), 'GET /chat/run/{id}')
      const [sql] = [steps ?? []].flat().filter((step) => Object(step).agent_name === 'execute_sql')
      ensure(sql !== undefined, 'The trace has no execute_sql.')
      const { sources } = Object(Object(sql).output)
      requireSome([sources ?? []].flat()[0], ['name', 'updated_at'], 'A data source that was read')
    },
  },
]
