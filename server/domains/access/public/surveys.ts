import type { Account } from '#contract/records/access.ts'
import type { Sql } from '#db/sql.ts'
import { toVisitorActor } from '#domains/access/public/visitors.ts'
import type { Actor } from '#kernel/operation.ts'

/** A survey, with the actor its answer is recorded as: the customer it was sent to. */
export type Survey = {
  actor: Actor
  inbox_name: string
  question: string | null
  rating: number | null
  comment: string | null
  sent_at: string
}

type Row = Omit<Survey, 'actor'> & {
  account: Account
  contact_id: string
  contact_name: string
  inbox_id: string
  source_id: string
}

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function findSurvey(sql: Sql, token: string): Promise<Survey | undefined> {
  // PostgreSQL would reject anything that is not a UUID.
  if (!TOKEN.test(token)) return undefined
  const [row] = await sql<Row>`
    select account_record(a) as account, k.id as contact_id, k.name as contact_name, i.id as inbox_id, d.source_id,
           i.name as inbox_name, m.content as question, s.rating, s.comment, s.sent_at
      from csat_surveys s
      join accounts a on a.id = s.account_id
      join conversations c on c.account_id = s.account_id and c.id = s.conversation_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
      left join messages m on m.account_id = s.account_id and m.id = s.message_id
     where s.token = ${token}`
  if (!row) return undefined
  const { account, contact_id, contact_name, inbox_id, source_id, ...survey } = row
  const visitor = { inbox_id, source_id, verified: false }
  return { ...survey, actor: toVisitorActor({ account, id: contact_id, name: contact_name }, visitor) }
}
