import type { Action, SubjectType } from '#contract/records/automation.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import type { About } from '#domains/automations/actions.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import { spoken_contact } from '#domains/conversations/speaking.ts'
import { keptOf } from '#domains/crm/shape.ts'
import { fillIn, type Speaking } from '#domains/workspace/variables.ts'
import { reject } from '#kernel/problem.ts'

type Row = {
  contact: (NonNullable<Speaking['contact']> & NonNullable<About['contact']>) | null
  agent: Speaking['agent']
  owner_id: string | null
  conversation: Speaking['conversation'] | null
  inbox: Speaking['inbox'] | null
  account: Speaking['account']
  deal: Record<string, unknown> | null
}

/** What an action may speak of. `user_id` is the person who acts, where it is one: they speak for themselves. */
export async function speakOf(
  { sql, base_url }: { sql: Sql; base_url: string },
  account_id: string,
  subject: Subject,
  user_id: string | null = null,
): Promise<About> {
  const [row] = await sql<Row>`
    select s.owner_id, s.conversation, s.inbox, s.deal, jsonb_build_object('name', a.name) as account,
           case when u.id is not null then jsonb_build_object('name', u.name, 'email', u.email) end as agent,
           case when k.id is not null then ${spoken_contact} else s.person end as contact
      from (${spoken[subject.type]}) s
      join accounts a on a.id = s.account_id
      left join contacts k on k.account_id = s.account_id and k.id = s.contact_id
      left join users u on u.id = coalesce(${user_id}::bigint, s.owner_id)
     where s.account_id = ${account_id} and s.id = ${subject.id}`
  if (!row) reject('not_found', `The ${subject.type} ${subject.id} is no longer there.`)
  const { contact, agent, conversation, inbox, account, owner_id, deal } = row
  const url = `${base_url}/app/${account_id}/${folders[subject.type]}/${subject.id}`
  const about: Speaking = {
    account,
    agent: agent ?? null,
    ...(contact && { contact }),
    ...(conversation && { conversation: { ...conversation, url } }),
    ...(deal && { [subject.type]: { ...deal, url } }),
    ...(inbox && { inbox }),
  }
  return { subject, contact, owner_id, now: new Date(), say: (text) => fillIn(text, about) }
}

/** Where the web app shows each. */
const folders = { conversation: 'conversations', contact: 'contacts', lead: 'leads', opportunity: 'opportunities' }

/** The action in words: a canned response is a message of what it says by now. */
export async function worded(sql: Sql, account_id: string, action: Action): Promise<Action> {
  if (action.type !== 'send_canned_response') return action
  const [row] = await sql<{ content: string }>`
    select content from canned_responses where account_id = ${account_id} and id = ${action.canned_response}`
  const gone = `There is no canned response with id ${action.canned_response} any more; choose another.`
  return { type: 'send_message', content: row?.content ?? reject('not_found', gone) }
}

const nowhere = part`null::jsonb as conversation, null::jsonb as inbox, null::jsonb as person`

/** What both a lead and an opportunity tell of themselves. */
function told(of: Part): Part {
  const called = (table: Part, column: Part) =>
    part`(select x.name from ${table} x where x.account_id = ${of}.account_id and x.id = ${of}.${column})`
  return part`'id', ${of}.id::text, 'name', ${of}.name, 'currency', ${of}.currency,
    'pipeline', ${called(part`pipelines`, part`pipeline_id`)}, 'stage', ${called(part`stages`, part`stage_id`)}`
}

/** For each kind of thing: whose it is, whom it is with, and where. */
const spoken: Record<SubjectType, Part> = {
  conversation: part`
    select c.account_id, c.id, c.contact_id, c.assignee_id as owner_id,
           jsonb_build_object('id', c.id::text, 'custom_attributes', c.custom_attributes) as conversation,
           jsonb_build_object('name', i.name) as inbox, null::jsonb as person, null::jsonb as deal
      from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id`,
  contact: part`
    select c.account_id, c.id, c.id as contact_id, null::bigint as owner_id, ${nowhere}, null::jsonb as deal
      from contacts c`,
  // A lead nobody is linked to is somebody all the same.
  lead: part`
    select l.account_id, l.id, l.contact_id, l.owner_id, null::jsonb as conversation, null::jsonb as inbox,
           jsonb_build_object('name', l.name, 'phone_number', l.phone, 'email', l.email, 'company_name', l.company_name) as person,
           jsonb_build_object(${told(part`l`)}, 'company_name', l.company_name, 'source', l.source, 'estimated_value', l.estimated_value) as deal
      from ${keptOf(part`leads`)} l`,
  opportunity: part`
    select o.account_id, o.id, o.contact_id, o.owner_id, ${nowhere},
           jsonb_build_object(${told(part`o`)}, 'amount', o.amount, 'expected_close_date', o.expected_close_date) as deal
      from ${keptOf(part`opportunities`)} o`,
}
