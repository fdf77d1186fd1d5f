import type { Conversation } from '#contract/records/conversation.ts'

type Subjects = {
  contact: { id: string; name: string; phone_number: string | null; email: string | null } & Partial<
    Record<'city' | 'country' | 'company_name', string | null>
  > & { custom_attributes?: Record<string, unknown> }
  agent: { name: string; email: string }
  conversation: Pick<Conversation, 'id' | 'inbox' | 'custom_attributes'>
  account: { name: string }
}

/** The variables by path with their current values; empty where there is none. */
export function variableValues({ contact, agent, conversation, account }: Subjects): Record<string, string> {
  const of = (subject: string, fields: Record<string, unknown>) =>
    Object.entries(fields).map(([field, value]) => [`${subject}.${field}`, value == null ? '' : String(value)])
  const { id, name, phone_number, email, city, country, company_name, custom_attributes = {} } = contact
  return Object.fromEntries([
    ...of('contact', { ...splitName(name), name, phone_number, email, city, country, company_name, id }),
    ...of('agent', { ...splitName(agent.name), name: agent.name, email: agent.email }),
    ...of('conversation', { id: conversation.id }),
    ...of('inbox', { name: conversation.inbox.name }),
    ...of('account', { name: account.name }),
    ...of('contact.custom_attribute', custom_attributes),
    ...of('conversation.custom_attribute', conversation.custom_attributes),
  ])
}

/** `{{contact.first_name}}`, or `{{contact.city | default: "tu ciudad"}}`. */
const variable = /\{\{\s*([a-z_]+(?:\.\w+)+)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?\}\}/g

/** Fills in variables that have a value. The others stay, so that the author sees them. */
export function fillVariables(text: string, values: Record<string, string>): string {
  return text.replaceAll(
    variable,
    (whole, path: string, double?: string, single?: string) =>
      values[normalisePath(path)] || (double ?? single ?? whole),
  )
}

/** The variables left in the text, each once. */
export const findUnfilled = (text: string) => [
  ...new Set([...text.matchAll(variable)].map((match) => normalisePath(match[1]!))),
]

/** Splits a text at its variables, so that they can be highlighted. */
export const splitAtVariables = (text: string) => text.split(/(\{\{\s*[a-z_]+(?:\.\w+)+[^{}]*\}\})/)

const normalisePath = (path: string) => path.replace('.custom_attributes.', '.custom_attribute.')

function splitName(name: string) {
  const [first_name = '', ...rest] = name.split(/\s+/)
  return { first_name, last_name: rest.join(' ') }
}
