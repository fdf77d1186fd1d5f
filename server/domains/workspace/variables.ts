/** What a text may speak of: `{{contact.first_name}}`, or `{{contact.city | default: "your city"}}`. */
export type Speaking = {
  contact?: Partial<
    Record<'id' | 'name' | 'phone_number' | 'email' | 'city' | 'country' | 'company_name', string | null>
  > & {
    custom_attributes?: Record<string, unknown>
  }
  agent?: { name: string; email: string } | null
  conversation?: { id: string; url?: string; custom_attributes?: Record<string, unknown> }
  lead?: Record<string, unknown>
  opportunity?: Record<string, unknown>
  inbox?: { name: string }
  account: { name: string }
}

const variable = /\{\{\s*([a-z_]+(?:\.[a-zA-Z0-9_]+)+)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?\}\}/g

/** The text with its variables filled in. What is not known is left out, or says its default. */
export function fillIn(text: string, about: Speaking): string {
  return text.replaceAll(variable, (_, path: string, double?: string, single?: string) => {
    const value = valueOf(path, about)
    return value === undefined || value === '' ? (double ?? single ?? '') : value
  })
}

/**
 * The variables a text uses that nobody knows: said when it is saved, not when it is sent. What only looks like one,
 * such as {{first_name}} or one that is never closed, would reach the customer as it stands. A rule `about` something may
 * speak of that too.
 */
export function unknownIn(text: string, about?: 'conversation' | 'contact' | 'lead' | 'opportunity'): string[] {
  const fits = (path: string) => isKnown(path) || (of_rules.has(path) && path.startsWith(`${about}.`))
  const used = [...text.matchAll(variable)].map((match) => match[1]!)
  const left = [...text.replaceAll(variable, ' ').matchAll(/\{\{([^{}]{0,100})/g)].map((match) => match[1]!.trim())
  return [...used.filter((path) => !fits(path)), ...left]
}

const known = new Set([
  ...['id', 'name', 'first_name', 'last_name', 'phone_number', 'email', 'city', 'country', 'company_name'].map(
    (f) => `contact.${f}`,
  ),
  ...['name', 'first_name', 'last_name', 'email'].map((f) => `agent.${f}`),
  'conversation.id',
  'inbox.name',
  'account.name',
])

const deal = ['id', 'name', 'pipeline', 'stage', 'currency', 'url']

/** What only a rule can speak of: the record it is about. */
const of_rules = new Set([
  'conversation.url',
  ...[...deal, 'company_name', 'source', 'estimated_value'].map((field) => `lead.${field}`),
  ...[...deal, 'amount', 'expected_close_date'].map((field) => `opportunity.${field}`),
])

function isKnown(path: string): boolean {
  return known.has(path) || /^(contact|conversation)\.custom_attributes?\.\w+$/.test(path)
}

function valueOf(path: string, about: Speaking): string | undefined {
  const [who, field, key] = path.split('.') as [keyof Speaking, string, string | undefined]
  const of = about[who] as Record<string, unknown> | null | undefined
  if (!of || !(isKnown(path) || of_rules.has(path))) return undefined
  if (key !== undefined) return attribute(of.custom_attributes as Record<string, unknown> | undefined, key)
  const [first, ...rest] = String(of.name ?? '').split(/\s+/)
  if (field === 'first_name') return first
  return field === 'last_name' ? rest.join(' ') : text(of[field])
}

function attribute(all: Record<string, unknown> | undefined, key: string): string | undefined {
  return all && Object.hasOwn(all, key) ? text(all[key]) : undefined
}

function text(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}
