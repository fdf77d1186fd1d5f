import type pg from 'pg'

const AT_ONCE = 20_000

/** The open deals on the board of a busy team; all others were won or lost long ago. */
export const OPEN = 10_000

/** Fills the sales pipeline of an account that has contacts and people: a board of open opportunities, and closed ones. */
export async function fillCrm(
  pool: pg.Pool,
  account_id: string,
  count: number,
  progress: (done: number) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    for (let from = 0; from < count; from += AT_ONCE) {
      const to = Math.min(from + AT_ONCE, count) - 1
      await client.query(fill, [account_id, from, to, OPEN])
      progress(to + 1)
    }
    await client.query(
      `insert into stage_history (account_id, opportunity_id, pipeline_id, stage_id, stage_name, stage_type, author, entered_at)
       select o.account_id, o.id, o.pipeline_id, s.id, s.name, s.type, '{"type":"system","id":null,"name":"Bench"}', o.stage_entered_at
         from opportunities o join stages s on s.account_id = o.account_id and s.id = o.stage_id
        where o.account_id = $1 and o.status = 'open'`,
      [account_id],
    )
    for (const table of ['opportunities', 'stage_history']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

const fill = `
  with board as (
    select p.id as pipeline_id, array_agg(s.id order by s."order") filter (where s.type = 'open') as open,
           min(s.id) filter (where s.type = 'won') as won, min(s.id) filter (where s.type = 'lost') as lost
      from pipelines p join stages s on s.account_id = p.account_id and s.pipeline_id = p.id
     where p.account_id = $1 and p.kind = 'opportunities' and p.is_default group by p.id
  ), owners as (
    select array_agg(user_id order by user_id) as ids from memberships where account_id = $1
  ), people as (
    select id, row_number() over (order by id) + $2::int - 1 as n from (
      select id from contacts where account_id = $1 order by id offset $2::int limit $3::int - $2::int + 1) c
  ), deals as (
    select n, case when n < $4::int then 'open' when n % 3 = 0 then 'won' else 'lost' end as status,
           now() - make_interval(secs => n * 67) as made
      from generate_series($2::int, $3::int) n
  )
  insert into opportunities (account_id, name, amount, currency, expected_close_date, actual_close_date, closed_at, probability, owner_id,
                             contact_id, pipeline_id, stage_id, stage_entered_at, status, lost_reason, last_activity_at, created_at, updated_at)
  select $1, 'Negocio ' || d.n, 1000000 + d.n % 900 * 500000, case when d.n % 20 = 0 then 'USD' else 'COP' end, (d.made + interval '30 days')::date,
         case when d.status <> 'open' then (d.made + interval '20 days')::date end, case when d.status <> 'open' then d.made + interval '20 days' end,
         case d.status when 'open' then 10 + d.n % 8 * 10 when 'won' then 100 else 0 end, o.ids[1 + d.n % cardinality(o.ids)], p.id, b.pipeline_id,
         case d.status when 'open' then b.open[1 + d.n % cardinality(b.open)] when 'won' then b.won else b.lost end, d.made, d.status,
         case when d.status = 'lost' then 'Otro' end, d.made, d.made, d.made
    from deals d cross join board b cross join owners o left join people p on p.n = d.n`
