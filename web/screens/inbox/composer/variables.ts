import type { Conversation } from '#contract/records/conversation.ts'

type Known = {
  contact: { id: string; name: string; phone_number: string | null; email: string | null } & Partial<
    Record<'city' | 'country' | 'company_name', string | null>
  > & { custom_attributes?: Record<string, unknown> }
  agent: { name: string; email: string }
  conversation: Pick<Conversation, 'id' | 'inbox' | 'custom_attributes'>
  account: { name: string }
}

/** What a text may speak of here, by its path, as it would read now. Empty where it is not known. */
export function valuesOf({ contact, agent, conversation, account }: Known): Record<string, string> {
  const of = (who: string, fields: Record<string, unknown>) =>
    Object.entries(fields).map(([field, value]) => [`${who}.${field}`, value == null ? '' : String(value)])
  const { id, name, phone_number, email, city, country, company_name, custom_attributes = {} } = contact
  return Object.fromEntries([
    ...of('contact', { ...named(name), name, phone_number, email, city, country, company_name, id }),
    ...of('agent', { ...named(agent.name), name: agent.name, email: agent.email }),
    ...of('conversation', { id: conversation.id }),
    ...of('inbox', { name: conversation.inbox.name }),
    ...of('account', { name: account.name }),
    ...of('contact.custom_attribute', custom_attributes),
    ...of('conversation.custom_attribute', conversation.custom_attributes),
  ])
}

/** `{{contact.first_name}}`, or `{{contact.city | default: "tu ciudad"}}`. */
const variable = /\{\{\s*([a-z_]+(?:\.\w+)+)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?\}\}/g

/** The text with what is known filled in. What is not stays as it is, for the person who writes to see. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(
    variable,
    (whole, path: string, double?: string, single?: string) => values[plain(path)] || (double ?? single ?? whole),
  )
}

/** The variables that are still in the text, each once. */
export const unfilledIn = (text: string) => [...new Set([...text.matchAll(variable)].map((match) => plain(match[1]!)))]

/** A text cut where its variables stand, so that they can be shown apart. */
export const cutAtVariables = (text: string) => text.split(/(\{\{\s*[a-z_]+(?:\.\w+)+[^{}]*\}\})/)

const plain = (path: string) => path.replace('.custom_attributes.', '.custom_attribute.')

function named(name: string) {
  const [first_name = '', ...rest] = name.split(/\s+/)
  return { first_name, last_name: rest.join(' ') }
}
