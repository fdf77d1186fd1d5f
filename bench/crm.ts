import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Ways } from './contacts.ts'
import { call, one } from './load.ts'

/** A board with open opportunities on it, and a place deep in the list of all. */
export type Board = { pipeline_id: string; stages: string[]; deals: string[]; cursor: string }

/** What stands on the board. The first of the deals is in the first stage. */
export async function sampleBoard(pool: pg.Pool, account_id: string): Promise<Omit<Board, 'cursor'>> {
  const { rows: stages } = await pool.query<{ id: string; pipeline_id: string }>(
    `select s.id, s.pipeline_id from stages s join pipelines p on p.account_id = s.account_id and p.id = s.pipeline_id
      where s.account_id = $1 and p.kind = 'opportunities' and p.is_default and s.type = 'open' order by s."order"`,
    [account_id],
  )
  const { rows: deals } = await pool.query<{ id: string }>(
    `select id from opportunities where account_id = $1 and status = 'open' order by stage_id <> $2, hashint8(id) limit 200`,
    [account_id, stages[0]!.id],
  )
  const ids = stages.map(({ id }) => id)
  return { pipeline_id: stages[0]!.pipeline_id, stages: ids, deals: deals.map(({ id }) => id) }
}

const PAGES = 20
const A_PAGE = 100

/** The cursor behind two thousand opportunities, got by turning pages. */
export async function deepCursor(next: (cursor: string | undefined) => Promise<string>): Promise<string> {
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page++) cursor = await next(cursor)
  return cursor!
}

/** The same by REST. */
export function deepCursorOf(url: string, key: string): Promise<string> {
  return deepCursor(async (cursor) => {
    const path = `/api/v1/opportunities?limit=${A_PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    return ((await answer.json()) as { next_cursor: string }).next_cursor
  })
}

/** What is measured of selling. The board has ten thousand open opportunities, whatever else there is. */
export const crmOperations: Record<string, Ways> = {
  'first page of a column': {
    bare: () => () => ({ method: 'GET', path: '/column' }),
    rest:
      ({ board }) =>
      () => ({ method: 'GET', path: `/api/v1/opportunities?${column(board)}&sort=position&limit=25` }),
  },
  'totals of the columns': {
    bare: () => () => ({ method: 'GET', path: '/totals' }),
    rest:
      ({ board }) =>
      () => ({ method: 'GET', path: `/api/v1/pipelines/${board.pipeline_id}/totals` }),
  },
  'list 25 opportunities': {
    bare: () => () => ({ method: 'GET', path: '/opportunities' }),
    rest: () => () => ({ method: 'GET', path: '/api/v1/opportunities' }),
    tool: () => () => call('crm_list_opportunities', {}),
  },
  'the page after 2,000': {
    bare: () => () => ({ method: 'GET', path: '/opportunities-deep' }),
    rest:
      ({ board }) =>
      () => ({ method: 'GET', path: `/api/v1/opportunities?cursor=${encodeURIComponent(board.cursor)}` }),
  },
  'move to another stage': {
    bare:
      ({ board }) =>
      () => ({ method: 'POST', path: `/move?id=${one(board.deals)}&stage=${one(board.stages)}`, body: {} }),
    rest:
      ({ board }) =>
      () => ({
        method: 'POST',
        path: `/api/v1/opportunities/${one(board.deals)}/move`,
        body: { stage: one(board.stages) },
      }),
    tool:
      ({ board }) =>
      () =>
        call('crm_move_opportunity_stage', { opportunity_id: one(board.deals), stage: one(board.stages) }),
  },
}

function column({ pipeline_id, stages }: Board): string {
  return `pipeline_id=${pipeline_id}&stage_id=${stages[0]}`
}

type Query = { text: string; values: unknown[] }

/** The hands of the bare server. */
type Hands = {
  /** What the product answers. */
  run(name: string, input: object): Promise<unknown>
  /** What the product sends. */
  record(name: string, input: object): Promise<Query[]>
  /** Sends it, on the connections for everyday work or for reports. */
  read(queries: Query[], pool: 'work' | 'analysis'): Promise<unknown>
  write(queries: Query[], replaced: Record<string, string>, needed: number): Promise<unknown>
}

/** The same by the bare route, from what the product sends for each. */
export async function openBareCrm(app: FastifyInstance, board: Omit<Board, 'cursor'>, hands: Hands): Promise<void> {
  const { run, record, read, write } = hands
  const { pipeline_id, stages, deals } = board
  const [deal, to] = [deals[0]!, stages[1]!]
  const first = await record('crm_list_opportunities', {
    pipeline_id,
    stage_id: stages[0],
    sort: 'position',
    limit: 25,
  })
  const totals = await record('get_board_totals', { pipeline_id })
  const list = await record('crm_list_opportunities', {})
  const cursor = await deepCursor(async (before) => {
    const asked = { limit: A_PAGE, ...(before && { cursor: before }) }
    return ((await run('crm_list_opportunities', asked)) as { next_cursor: string }).next_cursor
  })
  const deep = await record('crm_list_opportunities', { cursor })
  const move = await record('crm_move_opportunity_stage', { opportunity_id: deal, stage: to })

  app.get('/column', () => read(first, 'work'))
  app.get('/totals', () => read(totals, 'analysis'))
  app.get('/opportunities', () => read(list, 'work'))
  app.get('/opportunities-deep', () => read(deep, 'work'))
  app.post('/move', (request) => {
    const { id, stage } = request.query as { id: string; stage: string }
    // It is held, read and placed before it is moved; the rest travels together.
    return write(move, { [deal]: id, [to]: stage }, 3)
  })
}
