import { part, type Part, type Sql } from '#db/sql.ts'
import type { TemplateContext } from '#domains/workspace/variables.ts'

/** Template variables of a contact `k`. */
export const template_contact: Part = part`jsonb_build_object(
  'id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email, 'city', k.city, 'country', k.country,
  'company_name', k.company_name, 'custom_attributes', k.custom_attributes)`

/** Template variables for a message in a conversation; undefined if the conversation no longer exists. */
export async function loadTemplateContext(
  sql: Sql,
  account_id: string,
  conversation_id: string,
): Promise<Required<TemplateContext> | undefined> {
  const [row] = await sql<Required<TemplateContext>>`
    select ${template_contact} as contact,
           case when u.id is not null then jsonb_build_object('name', u.name, 'email', u.email) end as agent,
           jsonb_build_object('id', c.id::text, 'custom_attributes', c.custom_attributes) as conversation,
           jsonb_build_object('name', i.name) as inbox, jsonb_build_object('name', a.name) as account
      from conversations c
      join accounts a on a.id = c.account_id
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      left join users u on u.id = c.assignee_id
     where c.account_id = ${account_id} and c.id = ${conversation_id}`
  return row
}
