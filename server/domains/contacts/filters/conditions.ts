import { emptyPart, joinParts, literal, part, type Part } from '#db/sql.ts'
import { whereContactVisible, whereVisible } from '#domains/access/visibility.ts'
import { namesOfOrigin } from '#domains/contacts/origins/rules.ts'
import { isFieldLikeAttribute, termVariants } from '#domains/contacts/rules.ts'
import type { Actor, Context } from '#kernel/operation.ts'

export type Filters = {
  terms: string[]
  attributes: Record<string, unknown> | undefined
  label_ids: string[]
  has_open_conversation: boolean | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** An additional SQL condition on `c`. */
  filter?: Part | undefined
}

/** SQL conditions of the filters. */
export function conditions({ actor }: Context, filters: Filters): Part[] {
  const { terms, attributes, label_ids, has_open_conversation, from, to, filter } = filters
  return [
    ...terms.map((term) => {
      const found = termVariants(term, actor.account.country).map((form) => part`strpos(c.search, fold(${form})) > 0`)
      return part`and (${joinParts(found, ' or ')})`
    }),
    ...label_ids.map(
      (id) => part`and exists (select from contact_labels l
                    where l.account_id = c.account_id and l.label_id = ${id} and l.contact_id = c.id)`,
    ),
    ...Object.entries(attributes ?? {}).map(([key, value]) => part`and ${hasValue(key, value)}`),
    ...(has_open_conversation === undefined ? [] : [openConversation(actor, has_open_conversation)]),
    ...(from ? [part`and c.created_at >= ${from}`] : []),
    ...(to ? [part`and c.created_at < ${to}`] : []),
    ...(filter ? [part`and ${filter}`] : []),
    ...visibleTo(actor),
  ]
}

/** Restricts contacts (`c`) to those the actor may see. */
export function visibleTo(actor: Actor): Part[] {
  const visible = whereContactVisible(actor, part`c`)
  return visible === emptyPart ? [] : [visible]
}

/** Whether an attribute, or a field asked for like one, has the value. Texts are compared without case and accents. */
function hasValue(key: string, value: unknown): Part {
  if (typeof value !== 'string') return part`c.custom_attributes @> ${{ [key]: value }}::jsonb`
  if (key === 'utm_source') return part`fold(c.custom_attributes ->> ${key}) = any(${namesOfOrigin(value)}::text[])`
  const attribute = part`(jsonb_typeof(c.custom_attributes -> ${key}) = 'string'
    and fold(c.custom_attributes ->> ${key}) = fold(${value}))`
  return isFieldLikeAttribute(key) ? part`(fold(c.${literal(key)}) = fold(${value}) or ${attribute})` : attribute
}

/** With or without an open conversation that the actor may see. */
function openConversation(actor: Actor, wanted: boolean): Part {
  return part`and ${wanted ? emptyPart : part`not`} exists (select from conversations v
    where v.account_id = c.account_id and v.contact_id = c.id and v.status = 'open'
      ${whereVisible(actor, part`v.assignee_id`, part`v.team_id`)})`
}

/** Redundant conditions that use the indexes. */
export function indexConditions({ actor }: Context, { terms, attributes }: Filters): Part[] {
  const own = actor.account.id
  // Drops terms that are in almost every text, such as e-mail domains: the index can't narrow by them.
  const selective = terms.map((term) => term.replace(/^(.{4,})@.*$/s, '$1')).filter((term) => term.length > 3)
  return [
    ...(selective.length > 0 ? selective : terms).map((term) => {
      const pieces = termVariants(term, actor.account.country).map(
        (form) => part`pieces_of_term(${own}, fold(${form}))`,
      )
      return part`and pieces(c.account_id, c.search) @@ (${joinParts(pieces, ' || ')})`
    }),
    ...Object.entries(attributes ?? {}).map(([key, value]) => {
      const values = key === 'utm_source' && typeof value === 'string' ? namesOfOrigin(value) : [value]
      const wanted = values.map(
        (each) => part`contact_terms(${own}, ${{ [key]: each }}::jsonb, null, null, null, null)`,
      )
      return part`and contact_terms(c.account_id, c.custom_attributes, c.city, c.country, c.company_name, c.job_title)
                   && (${joinParts(wanted, ' || ')})`
    }),
  ]
}

/** Whether a folded text of a table holds the term. The index finds the pieces of the term; the text itself is compared after. */
export function containsTerm({ account }: Actor, table: Part, text: Part, term: string): Part {
  const forms = termVariants(term, account.country)
  const pieces = forms.map((form) => part`pieces_of_term(${account.id}, fold(${form}))`)
  const contained = forms.map((form) => part`strpos(${text}, fold(${form})) > 0`)
  return part`(pieces(${table}.account_id, ${text}) @@ (${joinParts(pieces, ' || ')}) and (${joinParts(contained, ' or ')}))`
}
