import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'

const MOST = 5

type State = Pick<KnowledgeDocument, 'id' | 'title' | 'status' | 'error'>

/** The states of documents whose title contains the query, and of those that cannot be found yet or failed. */
export async function describeStates({ sql, actor }: Context, query: string): Promise<string | undefined> {
  const named = part`strpos(fold(d.title), fold(${query.trim()})) > 0`
  const rows = await sql<State>`
    select d.id, d.title, d.status, d.error from knowledge_documents d
     where d.account_id = ${actor.account.id} and (d.status <> 'ready' or ${named})
     order by ${named} desc, d.created_at desc, d.id desc limit ${MOST}`
  if (rows.length === 0) return undefined
  return `States of documents: ${rows.map(describe).join('; ')}.`
}

function describe({ id, title, status, error }: State): string {
  const reason = status === 'failed' && error ? ` (${error.replace(/\.$/, '')})` : ''
  return `"${title}" (id ${id}) is ${status}${reason}`
}
