import type { Sql } from '#db/sql.ts'
import type { Agent } from './agent.ts'

/** The workspace a task works in: the tools, and the database to check the end state with. */
export type Desk = Agent & { sql: Sql; account_id: string; user_id: string }

/** A request of a sales or support manager, the way to answer it with the tools, and the checks of its end state. */
export type Task = { language: 'es' | 'en'; request: string; run(desk: Desk): Promise<void> }

export function es(request: string, run: Task['run']): Task {
  return { language: 'es', request, run }
}

export function en(request: string, run: Task['run']): Task {
  return { language: 'en', request, run }
}

export type Item = Record<string, unknown> & { id: string; name: string }
export type List<T = Item> = { items: T[]; total: number | string; next_cursor: string | null; note?: string }

/** The only row of a query that must find one. */
export async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('The workspace lacks a record the task is about.')
  return row
}
