import { nothing, part, type Part } from '#db/sql.ts'
import { visible } from '#domains/access/visibility.ts'
import type { Actor, Context } from '#kernel/operation.ts'

export type Filters = {
  terms: string[]
  attributes: Record<string, unknown> | undefined
  label_ids: string[]
  has_open_conversation: boolean | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** A condition of its own, on `c`. */
  filter?: Part | undefined
}

/** What each contact must meet. */
export function conditions({ actor }: Context, filters: Filters): Part[] {
  const { terms, attributes, label_ids, has_open_conversation, from, to, filter } = filters
  return [
    ...terms.map((term) => part`and strpos(c.search, fold(${term})) > 0`),
    ...label_ids.map(
      (id) => part`and exists (select from contact_labels l
                    where l.account_id = c.account_id and l.label_id = ${id} and l.contact_id = c.id)`,
    ),
    ...(attributes && Object.keys(attributes).length > 0
      ? [part`and c.custom_attributes @> ${attributes}::jsonb`]
      : []),
    ...(has_open_conversation === undefined ? [] : [openConversation(actor, has_open_conversation)]),
    ...(from ? [part`and c.created_at >= ${from}`] : []),
    ...(to ? [part`and c.created_at < ${to}`] : []),
    ...(filter ? [part`and ${filter}`] : []),
  ]
}

/** With or without an open conversation, of those the actor may see. */
function openConversation(actor: Actor, wanted: boolean): Part {
  return part`and ${wanted ? nothing : part`not`} exists (select from conversations v
    where v.account_id = c.account_id and v.contact_id = c.id and v.status = 'open'
      ${visible(actor, part`v.assignee_id`, part`v.team_id`)})`
}

/** What the indexes answer of it. */
export function indexConditions({ actor }: Context, { terms, attributes }: Filters): Part[] {
  const own = actor.account.id
  // What is in almost every text (three letters beside a longer term, the domain of an e-mail) tells the index nothing.
  const telling = terms.map((term) => term.replace(/^(.{4,})@.*$/s, '$1')).filter((term) => term.length > 3)
  return [
    ...(telling.length > 0 ? telling : terms).map(
      (term) => part`and pieces(c.account_id, c.search) @@ pieces_of_term(${own}, fold(${term}))`,
    ),
    ...(attributes && Object.keys(attributes).length > 0
      ? [part`and attribute_terms(c.account_id, c.custom_attributes) @> attribute_terms(${own}, ${attributes}::jsonb)`]
      : []),
  ]
}
