import type { Filter } from '#contract/filters.ts'
import type { Contact } from '#contract/records/contact.ts'
import { byId } from '#doors/classic/around.ts'
import { showContact } from '#doors/classic/contacts.ts'
import { type Keys, readFilter } from '#doors/classic/filter.ts'
import { readList, readPage, readText } from '#doors/classic/reading.ts'
import type { Asked, Routes } from '#doors/classic/route.ts'
import type { WholeContact } from '#doors/classic/shapes/contact.ts'
import { reject } from '#kernel/problem.ts'

const PAGE = 15

const keys: Keys = {
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

/** Lists of contacts, by pages of fifteen. */
export function openContactLists(routes: Routes): void {
  routes('GET', '/contacts', (asked) => list(asked, { filter: reachable(readList(asked.query, 'labels')) }))

  routes('GET', '/contacts/search', async (asked) => {
    const query = readText(asked.query.q)?.trim()
    if (!query) reject('invalid_value', 'Specify search string with parameter q')
    return search(asked, query)
  })

  routes('POST', '/contacts/filter', async (asked) => {
    const filter = await readFilter(asked, keys)
    return list(asked, filter ? { filter } : {})
  })
}

type Wanted = { query?: string; filter?: Filter }

async function list(asked: Asked, wanted: Wanted) {
  const { count, contacts } = await find(asked, wanted)
  return { meta: { count, current_page: shownPage(asked) }, payload: contacts }
}

/** Contacts whose name, e-mail or phone number has these words, or else whose identifier this is. */
export async function search(asked: Asked, query: string) {
  const named = await find(asked, { query })
  const { count, contacts } = named.count > 0 ? named : await find(asked, { filter: identified(query) })
  const has_more = count > readPage(asked.query) * PAGE
  return { meta: { count, current_page: shownPage(asked), has_more }, payload: contacts }
}

/** The page as the caller wrote it. */
function shownPage({ query }: Asked): unknown {
  return query.page ?? 1
}

async function find(asked: Asked, wanted: Wanted) {
  const { act, query } = asked
  const page = { sort: sortOf(query.sort), offset: (readPage(query) - 1) * PAGE, limit: PAGE }
  const [{ count }, { items }] = await Promise.all([
    act<{ count: number }>('count_contacts', wanted),
    act<{ items: Contact[] }>('search_contacts', { ...wanted, ...page }),
  ])
  const contact_ids = items.map(({ id }) => id)
  const whole =
    contact_ids.length > 0 ? await act<{ items: WholeContact[] }>('get_contacts', { contact_ids }) : undefined
  const known = byId(whole?.items ?? [])
  return { count, contacts: contact_ids.flatMap((id) => (known.has(id) ? showContact(asked, known.get(id)!) : [])) }
}

/** Who can be told apart from a mere visitor, with any of the labels. */
function reachable(labels: string[]): Filter {
  const carried = labels.length > 0 ? [{ field: 'labels', operator: 'equal_to' as const, values: labels }] : []
  const known = ['email', 'phone_number', 'identifier'].map((field) => ({
    all: [{ field, operator: 'is_present' as const, values: [] }, ...carried],
  }))
  return { any: known }
}

function identified(query: string): Filter {
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

/** An order we know, or the newest first. */
function sortOf(sort: unknown): string {
  return sorts.has(String(sort).replace(/^-/, '')) ? String(sort) : '-created_at'
}
