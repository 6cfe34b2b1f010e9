/** The statements that a person keeps on the SQL page. */
export type SqlNotebook = {
  readonly tabs: readonly SqlTab[]
  /** The tab that is shown. */
  readonly openId: string
  /** Statements that ran, newest first. */
  readonly history: readonly string[]
  readonly saved: readonly SavedStatement[]
}

/** One statement that is being written. */
export type SqlTab = { readonly id: string; readonly sql: string }

/** A statement under a name. */
export type SavedStatement = { readonly name: string; readonly sql: string }

const HISTORY = 50
const TITLE_CHARACTERS = 24

/** Returns a notebook with one empty tab. */
export function emptyNotebook(): SqlNotebook {
  return { tabs: [{ id: '1', sql: '' }], openId: '1', history: [], saved: [] }
}

/** Returns the tab that is shown. */
export function openTabOf({ tabs, openId }: SqlNotebook): SqlTab {
  return tabs.find(({ id }) => id === openId) ?? tabs[0] ?? { id: '1', sql: '' }
}

/** Opens a statement: in the open tab if that is empty, else in a new one. */
export function openStatement(notebook: SqlNotebook, sql: string): SqlNotebook {
  const there = notebook.tabs.find((tab) => tab.sql === sql)
  if (there && sql !== '') return { ...notebook, openId: there.id }
  const current = openTabOf(notebook)
  if (current.sql.trim() === '' && sql !== '') return changeSql(notebook, sql)
  const id = String(Math.max(0, ...notebook.tabs.map((tab) => Number(tab.id))) + 1)
  return { ...notebook, tabs: [...notebook.tabs, { id, sql }], openId: id }
}

/** Closes a tab. Its neighbour is shown next; the last tab leaves an empty one. */
export function closeTab(notebook: SqlNotebook, id: string): SqlNotebook {
  const place = notebook.tabs.findIndex((tab) => tab.id === id)
  const tabs = notebook.tabs.filter((tab) => tab.id !== id)
  if (tabs.length === 0) return { ...notebook, ...emptyTabs() }
  if (notebook.openId !== id) return { ...notebook, tabs }
  return { ...notebook, tabs, openId: tabs[Math.min(place, tabs.length - 1)]?.id ?? '1' }
}

/** Changes the statement of the open tab. */
export function changeSql(notebook: SqlNotebook, sql: string): SqlNotebook {
  const { id } = openTabOf(notebook)
  return { ...notebook, tabs: notebook.tabs.map((tab) => (tab.id === id ? { id, sql } : tab)) }
}

/** Puts a statement that ran in front of the history, once. */
export function rememberStatement(notebook: SqlNotebook, sql: string): SqlNotebook {
  const others = notebook.history.filter((earlier) => earlier !== sql)
  return { ...notebook, history: [sql, ...others].slice(0, HISTORY) }
}

/** Saves a statement under a name; replaces the one of the same name. */
export function saveStatement(notebook: SqlNotebook, statement: SavedStatement): SqlNotebook {
  const others = notebook.saved.filter(({ name }) => name !== statement.name)
  const saved = [...others, statement].toSorted((a, b) => a.name.localeCompare(b.name))
  return { ...notebook, saved }
}

/** Deletes a saved statement. */
export function forgetStatement(notebook: SqlNotebook, name: string): SqlNotebook {
  return { ...notebook, saved: notebook.saved.filter((statement) => statement.name !== name) }
}

/** Returns a short title of a tab: its saved name, or the table it reads, or the beginning of its text; empty without text. */
export function titleOf({ saved }: SqlNotebook, sql: string): string {
  const named = saved.find((statement) => statement.sql === sql)?.name
  const table = /\bfrom\s+([\w.]+)/i.exec(sql)?.[1]
  const title = named ?? table?.split('.').at(-1) ?? sql.trim().replaceAll(/\s+/g, ' ')
  return title.length > TITLE_CHARACTERS ? `${title.slice(0, TITLE_CHARACTERS)}…` : title
}

function emptyTabs(): Pick<SqlNotebook, 'tabs' | 'openId'> {
  const { tabs, openId } = emptyNotebook()
  return { tabs, openId }
}
