import { part } from '#db/sql.ts'

/**
 * When a lead (`l`) was lost: when it entered its lost stage or, outside of one, when its timeline last recorded it. Null
 * for leads that are not lost.
 */
export const lostAt = part`(case when l.status = 'unqualified' then
  case when (select s.type from stages s where s.account_id = l.account_id and s.id = l.stage_id) = 'lost' then l.stage_entered_at
       else coalesce((select max(a.created_at) from activities a
                       where a.account_id = l.account_id and a.lead_id = l.id and a.changes #>> '{status,to}' = 'unqualified'), l.updated_at)
  end end)`
