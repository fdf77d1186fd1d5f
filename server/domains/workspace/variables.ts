/** Values of template variables such as `{{contact.first_name}}` or `{{contact.city | default: "your city"}}`. */
export type TemplateContext = {
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

/** Replaces the variables of a text. A missing value becomes its default, or empty. */
export function fillTemplate(text: string, context: TemplateContext): string {
  return text.replaceAll(variable, (_, path: string, double?: string, single?: string) => {
    const value = valueOf(path, context)
    return value === undefined || value === '' ? (double ?? single ?? '') : value
  })
}

/** Replaces every text in a value, such as the parameters of a provider's template. */
export function mapTexts<T>(value: T, replace: (text: string) => string): T {
  if (typeof value === 'string') return replace(value) as T
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, replace)) as T
  const entries = Object.entries(value as object).map(([key, each]) => [key, mapTexts(each as unknown, replace)])
  return Object.fromEntries(entries) as T
}

/**
 * Unknown variables of a text, so it can be rejected when saved instead of when sent. Includes malformed ones such as
 * {{first_name}}, which would reach the customer verbatim. Rules may also use the variables of their `subject`.
 */
export function unknownVariables(
  text: string,
  subject?: 'conversation' | 'contact' | 'lead' | 'opportunity',
): string[] {
  const isAllowed = (path: string) => isKnown(path) || (rule_variables.has(path) && path.startsWith(`${subject}.`))
  const used = [...text.matchAll(variable)].map((match) => match[1]!)
  const malformed = [...text.replaceAll(variable, ' ').matchAll(/\{\{([^{}]{0,100})/g)].map((match) => match[1]!.trim())
  return [...used.filter((path) => !isAllowed(path)), ...malformed]
}

const variables = new Set([
  ...['id', 'name', 'first_name', 'last_name', 'phone_number', 'email', 'city', 'country', 'company_name'].map(
    (f) => `contact.${f}`,
  ),
  ...['name', 'first_name', 'last_name', 'email'].map((f) => `agent.${f}`),
  'conversation.id',
  'inbox.name',
  'account.name',
])

const deal_fields = ['id', 'name', 'pipeline', 'stage', 'currency', 'url']

/** Variables of the record a rule runs for, available in rules only. */
const rule_variables = new Set([
  'conversation.url',
  ...[...deal_fields, 'company_name', 'source', 'estimated_value'].map((field) => `lead.${field}`),
  ...[...deal_fields, 'amount', 'expected_close_date'].map((field) => `opportunity.${field}`),
])

function isKnown(path: string): boolean {
  return variables.has(path) || /^(contact|conversation)\.custom_attributes?\.\w+$/.test(path)
}

function valueOf(path: string, context: TemplateContext): string | undefined {
  const [noun, field, key] = path.split('.') as [keyof TemplateContext, string, string | undefined]
  const record = context[noun] as Record<string, unknown> | null | undefined
  if (!record || !(isKnown(path) || rule_variables.has(path))) return undefined
  if (key !== undefined) return attribute(record.custom_attributes as Record<string, unknown> | undefined, key)
  const [first, ...rest] = String(record.name ?? '').split(/\s+/)
  if (field === 'first_name') return first
  return field === 'last_name' ? rest.join(' ') : text(record[field])
}

function attribute(all: Record<string, unknown> | undefined, key: string): string | undefined {
  return all && Object.hasOwn(all, key) ? text(all[key]) : undefined
}

function text(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}
