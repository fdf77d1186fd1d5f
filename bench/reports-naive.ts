/** Each report computed naively from the rows, for an account and a number of days: the same main figures without stored sums. */
const since = `now() - make_interval(days => $2::int)`

const messages_by_day = `
  select date_trunc('day', created_at at time zone 'America/Bogota') as day, count(*) filter (where direction = 'incoming') as incoming,
         count(*) filter (where direction = 'outgoing' and author_type = 'agent' and not private) as human,
         count(*) filter (where direction = 'outgoing' and author_type = 'ai_agent') as ai
    from messages where account_id = $1 and created_at >= ${since} group by 1`

const conversations_by_state = `
  select date_trunc('day', created_at at time zone 'America/Bogota') as day, status, priority, inbox_id, count(*) from conversations
   where account_id = $1 and created_at >= ${since} group by 1, 2, 3, 4`

const first_replies = (by: string) => `
  select ${by} as by, count(*), avg(seconds), percentile_cont(array[0.5, 0.9]) within group (order by seconds)
    from (select extract(epoch from reply.created_at - question.created_at) as seconds, reply.author_id
            from conversations c
           cross join lateral (select m.created_at from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'incoming'
                                order by m.created_at, m.id limit 1) question
           cross join lateral (select m.created_at, m.author_id from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'outgoing'
                                and m.author_type = 'agent' and not m.private and m.created_at >= question.created_at order by m.created_at, m.id limit 1) reply
           where c.account_id = $1 and c.created_at >= ${since}) r group by 1`

const contacts_by_source = `
  select coalesce(custom_attributes ->> 'utm_source', 'directo') as source, count(*) from contacts where account_id = $1 and created_at >= ${since} group by 1`

const deals = (by: string) => `
  select ${by} as by, currency, status, count(*), sum(amount), avg(extract(epoch from closed_at - created_at) / 86400) from opportunities
   where account_id = $1 and actual_close_date >= (${since})::date and deleted_at is null group by 1, 2, 3`

const leads_by_source = `
  select utm_source, utm_medium, utm_campaign, count(*) from leads where account_id = $1 and created_at >= ${since} and deleted_at is null group by 1, 2, 3`

const heatmap = `
  select extract(isodow from created_at at time zone 'America/Bogota') as day, extract(hour from created_at at time zone 'America/Bogota') as hour, count(*)
    from messages where account_id = $1 and direction = 'incoming' and created_at >= ${since} group by 1, 2`

const touched_by_ai = `
  select count(distinct conversation_id), count(*) from messages where account_id = $1 and author_type = 'ai_agent' and created_at >= ${since}`

const reached = `
  select s.id, count(distinct o.id), sum(o.amount)
    from opportunities o
    join stage_history h on h.account_id = o.account_id and h.opportunity_id = o.id
    join stages s on s.account_id = h.account_id and s.id = h.stage_id
   where o.account_id = $1 and o.created_at >= ${since} and o.deleted_at is null group by s.id`

const answered_leads = `
  select l.owner_id, count(*), count(reply.at), avg(extract(epoch from reply.at - l.created_at)),
         percentile_cont(0.5) within group (order by extract(epoch from reply.at - l.created_at))
    from leads l
    left join lateral (select min(m.created_at) as at from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
                        where c.account_id = l.account_id and c.contact_id = l.contact_id and m.direction = 'outgoing' and m.author_type = 'agent'
                          and m.created_at >= l.created_at) reply on true
   where l.account_id = $1 and l.created_at >= ${since} and l.deleted_at is null group by 1`

const answers = `
  select author_id, count(*), avg(waited_seconds) from messages
   where account_id = $1 and author_type = 'agent' and waited_seconds is not null and created_at >= ${since} group by 1`

const breaches = `select kind, inbox_id, assignee_id, count(*) from sla_breaches where account_id = $1 and breached_at >= ${since} group by 1, 2, 3`

export const naive: Readonly<Record<string, readonly string[]>> = {
  overview: [messages_by_day, conversations_by_state, first_replies('1'), contacts_by_source, deals('1')],
  conversations: [heatmap, first_replies('1'), touched_by_ai],
  crm: [conversations_by_state, leads_by_source, deals('owner_id'), deals('utm_source'), contacts_by_source],
  agents: [
    `select assignee_id, count(*), count(*) filter (where status = 'resolved') from conversations where account_id = $1 and created_at >= ${since} group by 1`,
    first_replies('author_id'),
  ],
  'agent-response-times': [first_replies('author_id'), answers],
  'sla-breaches': [breaches],
  funnel: [reached],
  conversion: [deals('1')],
  'agent-performance': [deals('owner_id')],
  'lost-reasons': [deals('lost_reason')],
  'lead-response-times': [answered_leads],
}
