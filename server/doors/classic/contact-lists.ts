import type { Filter } from '#contract/filters.ts'
import type { Contact } from '#contract/records/contact.ts'
import { byId } from '#doors/classic/loaders.ts'
import { presentContact } from '#doors/classic/contacts.ts'
import { type FilterKeys, readFilter } from '#doors/classic/filter.ts'
import { readList, readPage, readText } from '#doors/classic/request.ts'
import type { ClassicCall, AddRoute } from '#doors/classic/route.ts'
import type { ContactWithIdentities } from '#doors/classic/shapes/contact.ts'
import { reject } from '#kernel/problem.ts'

const PAGE = 15

export const contactKeys: FilterKeys = {
  model: 'contact_attribute',
  fields: {
    name: 'name',
    email: 'email',
    phone_number: 'phone_number',
    identifier: 'identifier',
    city: 'city',
    country: 'country',
    country_code: 'country',
    company: 'company_name',
    company_name: 'company_name',
    labels: 'labels',
    blocked: 'blocked',
    created_at: 'created_at',
    last_activity_at: 'last_activity_at',
  },
}

/** Lists of contacts, in pages of fifteen. */
export function addContactListRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/contacts', (call) => list(call, { filter: withContactData(readList(call.query, 'labels')) }))

  addRoute('GET', '/contacts/search', async (call) => {
    const query = readText(call.query.q)?.trim()
    if (!query) reject('invalid_value', 'Specify search string with parameter q')
    return search(call, query)
  })

  addRoute('POST', '/contacts/filter', async (call) => {
    const filter = await readFilter(call, contactKeys)
    return list(call, filter ? { filter } : {})
  })
}

type Criteria = { query?: string; filter?: Filter }

async function list(call: ClassicCall, criteria: Criteria) {
  const { count, contacts } = await find(call, criteria)
  return { meta: { count, current_page: requestedPage(call) }, payload: contacts }
}

/** Contacts whose name, e-mail or phone number contains the query, or else whose identifier equals it. */
export async function search(call: ClassicCall, query: string) {
  const matches = await find(call, { query })
  const { count, contacts } = matches.count > 0 ? matches : await find(call, { filter: byIdentifier(query) })
  const has_more = count > readPage(call.query) * PAGE
  return { meta: { count, current_page: requestedPage(call), has_more }, payload: contacts }
}

/** The page number as the caller sent it. */
function requestedPage({ query }: ClassicCall): unknown {
  return query.page ?? 1
}

async function find(call: ClassicCall, criteria: Criteria) {
  const { invoke, query } = call
  const page = { sort: sortOf(query.sort), offset: (readPage(query) - 1) * PAGE, limit: PAGE }
  const [{ count }, { items }] = await Promise.all([
    invoke<{ count: number }>('count_contacts', criteria),
    invoke<{ items: Contact[] }>('search_contacts', { ...criteria, ...page }),
  ])
  const contact_ids = items.map(({ id }) => id)
  const whole =
    contact_ids.length > 0
      ? await invoke<{ items: ContactWithIdentities[] }>('get_contacts', { contact_ids })
      : undefined
  const known = byId(whole?.items ?? [])
  return { count, contacts: contact_ids.flatMap((id) => (known.has(id) ? presentContact(call, known.get(id)!) : [])) }
}

/** Contacts with an e-mail, phone number or identifier, unlike mere visitors, and with any of the labels. */
function withContactData(labels: string[]): Filter {
  const labelled = labels.length > 0 ? [{ field: 'labels', operator: 'equal_to' as const, values: labels }] : []
  const known = ['email', 'phone_number', 'identifier'].map((field) => ({
    all: [{ field, operator: 'is_present' as const, values: [] }, ...labelled],
  }))
  return { any: known }
}

function byIdentifier(query: string): Filter {
  return { any: [{ all: [{ field: 'identifier', operator: 'equal_to', values: [query] }] }] }
}

const sorts = new Set([
  'name',
  'email',
  'phone_number',
  'last_activity_at',
  'created_at',
  'company_name',
  'city',
  'country',
])

/** A known order, or newest first. */
function sortOf(sort: unknown): string {
  return sorts.has(String(sort).replace(/^-/, '')) ? String(sort) : '-created_at'
}
