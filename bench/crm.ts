import type pg from 'pg'
import type { Ways } from './contacts.ts'
import { call, one } from './load.ts'

/** A board of open opportunities, and a cursor deep in the full list. */
export type Board = { pipeline_id: string; stages: string[]; deals: string[]; cursor: string }

/** The records on the board. The first deal is in the first stage. */
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

/** The cursor after two thousand opportunities, found by paging. */
export async function deepCursorOf(url: string, key: string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < PAGES; page++) {
    const path = `/api/v1/opportunities?limit=${A_PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    cursor = ((await answer.json()) as { next_cursor: string }).next_cursor
  }
  return cursor
}

/** The measured CRM requests. The board has ten thousand open opportunities. */
export const crmOperations: Record<string, Ways> = {
  'first page of a column': {
    rest:
      ({ board }) =>
      () => ({ method: 'GET', path: `/api/v1/opportunities?${column(board)}&sort=position&limit=25` }),
  },
  'totals of the columns': {
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
    rest:
      ({ board }) =>
      () => ({ method: 'GET', path: `/api/v1/opportunities?cursor=${encodeURIComponent(board.cursor)}` }),
  },
  'move to another stage': {
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

/** Reports of thirty days. */
export const reportOperations: Record<string, Ways> = {
  'report overview': { rest: () => () => ({ method: 'GET', path: '/api/v1/reports/overview' }) },
  'report of conversations': { rest: () => () => ({ method: 'GET', path: '/api/v1/reports/conversations' }) },
}

function column({ pipeline_id, stages }: Board): string {
  return `pipeline_id=${pipeline_id}&stage_id=${stages[0]}`
}
