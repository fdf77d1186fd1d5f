import type { Action, SubjectType } from '#contract/records/automation.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import { template_contact } from '#domains/conversations/messages/template-context.ts'
import { withoutDeleted } from '#domains/crm/records/columns.ts'
import { fillTemplate, type TemplateContext } from '#domains/workspace/variables.ts'
import { reject } from '#kernel/problem.ts'

/** The record an action applies to, and the data its texts can use. */
export type ActionContext = {
  subject: Subject
  contact: { id: string; name: string; email: string | null; phone_number: string | null } | null
  owner_id: string | null
  now: Date
  /** Fills in the variables of a text. */
  render(text: string): string
}

type Row = {
  contact: (NonNullable<TemplateContext['contact']> & NonNullable<ActionContext['contact']>) | null
  agent: TemplateContext['agent']
  owner_id: string | null
  conversation: TemplateContext['conversation'] | null
  inbox: TemplateContext['inbox'] | null
  account: TemplateContext['account']
  deal: Record<string, unknown> | null
}

/** Loads the data for an action's texts. `user_id` is the person running a macro, who becomes {{agent}}. */
export async function loadActionContext(
  { sql, base_url }: { sql: Sql; base_url: string },
  account_id: string,
  subject: Subject,
  user_id: string | null = null,
): Promise<ActionContext> {
  const [row] = await sql<Row>`
    select s.owner_id, s.conversation, s.inbox, s.deal, jsonb_build_object('name', a.name) as account,
           case when u.id is not null then jsonb_build_object('name', u.name, 'email', u.email) end as agent,
           case when k.id is not null then ${template_contact} else s.person end as contact
      from (${contextQueries[subject.type]}) s
      join accounts a on a.id = s.account_id
      left join contacts k on k.account_id = s.account_id and k.id = s.contact_id
      left join users u on u.id = coalesce(${user_id}::bigint, s.owner_id)
     where s.account_id = ${account_id} and s.id = ${subject.id}`
  if (!row) reject('not_found', `The ${subject.type} ${subject.id} no longer exists.`)
  const { contact, agent, conversation, inbox, account, owner_id, deal } = row
  const url = `${base_url}/app/${account_id}/${folders[subject.type]}/${subject.id}`
  const context: TemplateContext = {
    account,
    agent: agent ?? null,
    ...(contact && { contact }),
    ...(conversation && { conversation: { ...conversation, url } }),
    ...(deal && { [subject.type]: { ...deal, url } }),
    ...(inbox && { inbox }),
  }
  return { subject, contact, owner_id, now: new Date(), render: (text) => fillTemplate(text, context) }
}

/** Path segments of the web app. */
const folders = { conversation: 'conversations', contact: 'contacts', lead: 'leads', opportunity: 'opportunities' }

/** Turns send_canned_response into send_message with the current text. */
export async function expandCannedResponse(sql: Sql, account_id: string, action: Action): Promise<Action> {
  if (action.type !== 'send_canned_response') return action
  const [row] = await sql<{ content: string }>`
    select content from canned_responses where account_id = ${account_id} and id = ${action.canned_response}`
  const missing = `The canned response ${action.canned_response} no longer exists; choose another.`
  return { type: 'send_message', content: row?.content ?? reject('not_found', missing) }
}

const noConversation = part`null::jsonb as conversation, null::jsonb as inbox, null::jsonb as person`

/** Template fields that leads and opportunities share. */
function dealFields(alias: Part): Part {
  const nameIn = (table: Part, column: Part) =>
    part`(select x.name from ${table} x where x.account_id = ${alias}.account_id and x.id = ${alias}.${column})`
  return part`'id', ${alias}.id::text, 'name', ${alias}.name, 'currency', ${alias}.currency,
    'pipeline', ${nameIn(part`pipelines`, part`pipeline_id`)}, 'stage', ${nameIn(part`stages`, part`stage_id`)}`
}

/** Query per record type: owner, contact and template data. */
const contextQueries: Record<SubjectType, Part> = {
  conversation: part`
    select c.account_id, c.id, c.contact_id, c.assignee_id as owner_id,
           jsonb_build_object('id', c.id::text, 'custom_attributes', c.custom_attributes) as conversation,
           jsonb_build_object('name', i.name) as inbox, null::jsonb as person, null::jsonb as deal
      from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id`,
  contact: part`
    select c.account_id, c.id, c.id as contact_id, null::bigint as owner_id, ${noConversation}, null::jsonb as deal
      from contacts c`,
  // A lead without a contact is used as the contact itself.
  lead: part`
    select l.account_id, l.id, l.contact_id, l.owner_id, null::jsonb as conversation, null::jsonb as inbox,
           jsonb_build_object('name', l.name, 'phone_number', l.phone, 'email', l.email, 'company_name', l.company_name) as person,
           jsonb_build_object(${dealFields(part`l`)}, 'company_name', l.company_name, 'source', l.source, 'estimated_value', l.estimated_value) as deal
      from ${withoutDeleted(part`leads`)} l`,
  opportunity: part`
    select o.account_id, o.id, o.contact_id, o.owner_id, ${noConversation},
           jsonb_build_object(${dealFields(part`o`)}, 'amount', o.amount, 'expected_close_date', o.expected_close_date) as deal
      from ${withoutDeleted(part`opportunities`)} o`,
}
