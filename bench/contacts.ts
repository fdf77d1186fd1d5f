import type pg from 'pg'
import { call, one, type Request } from './load.ts'
import type { Board } from './crm.ts'
import { FIRST, LAST } from './names.ts'

/** Existing contacts and conversations to request, and search queries for contacts. */
export type Sample = {
  ids: string[]
  queries: string[]
  conversations: string[]
  inbox_id: string
  source_ids: string[]
  label: string
  board: Board
}

/** Number of queries, from the start, that match one person: by phone number, its end, e-mail or full name. The rest are first names. */
const MEANT = 90

/** Users mostly search for one person, and sometimes for a first name that thousands share. */
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
export type Ways = { bare?: Way; rest: Way; tool?: Way }

let made = Date.now() % 1e9

/** The measured requests, for each variant. */
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
  'list 60': {
    bare: () => () => ({ method: 'GET', path: '/list' }),
    rest: () => () => ({ method: 'GET', path: '/api/v1/contacts?limit=60' }),
    tool: () => () => call('search_contacts', { limit: 60 }),
  },
  'count contacts': { rest: () => () => ({ method: 'GET', path: '/api/v1/contacts/count' }) },
  'search one': search((queries) => Math.floor(Math.random() * Math.min(MEANT, queries.length))),
  'search first name': search((queries) => MEANT + Math.floor(Math.random() * (queries.length - MEANT))),
  'everything one': searchEverything((queries) => one(queries.slice(0, MEANT))),
  'everything first name': searchEverything((queries) => one(queries.slice(MEANT))),
  'everything misspelt': searchEverything((queries) => misspell(one(queries.slice(MEANT)))),
}

/** The search of Ctrl-K over all kinds of records. */
function searchEverything(pick: (queries: string[]) => string): Ways {
  return {
    rest:
      ({ queries }) =>
      () => ({ method: 'GET', path: `/api/v1/search?query=${encodeURIComponent(pick(queries))}` }),
  }
}

/** Exchanges two letters in the middle of the word. */
function misspell(word: string): string {
  const at = Math.floor(word.length / 2)
  return word.slice(0, at - 1) + word[at]! + word[at - 1]! + word.slice(at + 1)
}

function search(pick: (queries: string[]) => number): Ways {
  return {
    bare:
      ({ queries }) =>
      () => ({ method: 'GET', path: `/search?query=${encodeURIComponent(queries[pick(queries)]!)}` }),
    rest:
      ({ queries }) =>
      () => ({ method: 'GET', path: `/api/v1/contacts?limit=60&query=${encodeURIComponent(queries[pick(queries)]!)}` }),
    tool:
      ({ queries }) =>
      () =>
        call('search_contacts', { limit: 60, query: queries[pick(queries)]! }),
  }
}

function person() {
  made++
  return {
    name: `${one(FIRST)} ${one(LAST)} ${one(LAST)}`,
    // Of another country than the contacts that exist, so that none has it already.
    phone_number: `+5255${String(made).padStart(9, '0').slice(-8)}`,
    email: `nueva${made}@bench.example`,
  }
}
