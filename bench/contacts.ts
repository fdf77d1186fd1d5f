import type pg from 'pg'
import { call, one, type Request } from './load.ts'
import type { Board } from './crm.ts'
import { FIRST, LAST } from './names.ts'

/** Contacts and conversations that exist, to ask for; and what is typed to find a contact. */
export type Sample = { ids: string[]; queries: string[]; conversations: string[]; board: Board }

/** How many of the queries, the first ones, mean one person: by phone number, its end, e-mail or full name. The others are first names. */
const MEANT = 90

/** People look for one person; sometimes they only know a first name, which thousands may have. */
export async function sampleContacts(pool: pg.Pool, account_id: string): Promise<Pick<Sample, 'ids' | 'queries'>> {
  const { rows } = await pool.query<{ id: string; name: string; email: string; phone_number: string }>(
    `select id, name, email, phone_number from contacts where account_id = $1 and email like '%@example.com' and phone_number like '+573%'
      order by hashint8(id) limit 120`,
    [account_id],
  )
  const queries = rows.map(({ name, email, phone_number }, i) =>
    i < MEANT ? [phone_number.slice(3), email, name, phone_number.slice(-7)][i % 4]! : name.split(' ')[0]!,
  )
  return { ids: rows.map((row) => row.id), queries }
}

type Way = (sample: Sample) => () => Request
export type Ways = { bare: Way; rest: Way; tool?: Way }

let made = Date.now() % 1e9

/** What is measured, as each way asks for it. */
export const contactOperations: Record<string, Ways> = {
  create: {
    bare: () => () => ({ method: 'POST', path: '/create', body: person() }),
    rest: () => () => ({ method: 'POST', path: '/api/v1/contacts', body: person() }),
    tool: () => () => call('create_contact', person()),
  },
  get: {
    bare:
      ({ ids }) =>
      () => ({ method: 'GET', path: `/get?id=${one(ids)}` }),
    rest:
      ({ ids }) =>
      () => ({ method: 'GET', path: `/api/v1/contacts/${one(ids)}` }),
    tool:
      ({ ids }) =>
      () =>
        call('get_contact', { contact_id: one(ids) }),
  },
  list: {
    bare: () => () => ({ method: 'GET', path: '/list' }),
    rest: () => () => ({ method: 'GET', path: '/api/v1/contacts' }),
    tool: () => () => call('search_contacts', {}),
  },
  'search one': search((queries) => Math.floor(Math.random() * Math.min(MEANT, queries.length))),
  'search first name': search((queries) => MEANT + Math.floor(Math.random() * (queries.length - MEANT))),
}

function search(pick: (queries: string[]) => number): Ways {
  return {
    bare:
      ({ queries }) =>
      () => ({ method: 'GET', path: `/search?i=${pick(queries)}` }),
    rest:
      ({ queries }) =>
      () => ({ method: 'GET', path: `/api/v1/contacts?query=${encodeURIComponent(queries[pick(queries)]!)}` }),
    tool:
      ({ queries }) =>
      () =>
        call('search_contacts', { query: queries[pick(queries)]! }),
  }
}

function person() {
  made++
  return {
    name: `${one(FIRST)} ${one(LAST)} ${one(LAST)}`,
    phone_number: `+5732${String(made).padStart(9, '0').slice(-8)}`,
    email: `nueva${made}@bench.example`,
  }
}
