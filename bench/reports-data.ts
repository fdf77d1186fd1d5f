import type pg from 'pg'

export type Sizes = {
  contacts: number
  conversations: number
  messages_each: number
  leads: number
  opportunities: number
}

const AT_ONCE = 20_000
/** Two years, so that a year can be compared with the previous one. */
const DAYS = 730

type Progress = (what: string, done: number, of: number) => void

/**
 * Fills an account for reports: customers, an AI agent and twenty agents, leads and deals, over two years. Each row
 * is derived from its number, so that the data is always the same. Reports do not read message texts, so the search
 * index is left out.
 */
export async function fillReports(pool: pg.Pool, account_id: string, sizes: Sizes, progress: Progress): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    // The generated data is consistent; checking constraints per row would take longer than creating it.
    await client.query('set session_replication_role = replica')
    await client.query('drop index if exists messages_search')
    const inboxes = await ids(client, inboxes_sql, [account_id])
    const agents = await ids(client, agents_sql, [account_id])
    const list = (of: string[]) => `array[${of.join(', ')}]::bigint[]`
    const values = { account: account_id, inboxes: list(inboxes), agents: list(agents), ...sizes }
    const inPieces = async (what: string, count: number, text: string) => {
      for (let from = 0; from < count; from += AT_ONCE) {
        const to = Math.min(from + AT_ONCE, count) - 1
        for (const each of text.split(';;')) await client.query(fitted(each, { ...values, from, to, count }))
        progress(what, to + 1, count)
      }
    }
    await inPieces('contacts', sizes.contacts, contacts_sql)
    await client.query(made_sql)
    await inPieces('conversations', sizes.conversations, conversations_sql)
    await inPieces('leads', sizes.leads, leads_sql)
    await inPieces('opportunities', sizes.opportunities, opportunities_sql)
    for (const table of [
      'contacts',
      'conversations',
      'messages',
      'conversation_facts',
      'assignments',
      'leads',
      'opportunities',
      'stage_history',
    ]) {
      progress(`vacuum ${table}`, 0, 1)
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    client.release(true)
  }
}

async function ids(client: pg.PoolClient, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(text, values)
  return rows.map(({ id }) => id)
}

/** The statement with its numbers inlined, which is safe because they are constants. */
function fitted(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\$([a-z_]+)/g, (whole, name: string) => (name in values ? `${values[name]}` : whole))
}

/** A pseudo-random value between 0 and 1 for a number. */
const chance = (of: string, salt: number) => `((hashint8extended((${of})::bigint, ${salt}) & 1048575) / 1048576.0)`

const inboxes_sql = `
  insert into inboxes (account_id, name, channel, auto_assign, token, identity_secret, created_at, updated_at)
  select $1, 'Bandeja ' || n, (array['whatsapp', 'instagram', 'messenger', 'web_widget'])[n], false, 'reports-' || n, '\\x00', now(), now()
    from generate_series(1, 4) n returning id`

const agents_sql = `
  with people as (
    insert into users (name, email) select 'Agente ' || n, 'agente' || n || '@example.com' from generate_series(1, 20) n returning id
  ) insert into memberships (account_id, user_id, role) select $1, id, 'agent' from people returning user_id as id`

const contacts_sql = `
  insert into contacts (account_id, id, name, phone_number, custom_attributes, first_inbox_id, created_at, updated_at)
  overriding system value
  select $account, n + 1, 'Cliente ' || n, '+5730' || lpad(n::text, 8, '0'),
         case when ${chance('n', 1)} < 0.6 then jsonb_build_object('utm_source', (array['google', 'facebook', 'instagram', 'fincaraiz', 'tiktok'])[1 + n % 5],
           'utm_medium', (array['cpc', 'social', 'portal'])[1 + n % 3], 'utm_campaign', 'campaña ' || n % 12) else '{}' end,
         ($inboxes)[1 + n % 4], made, made
    from generate_series($from, $to) n, lateral (select now() - make_interval(secs => (1 - n::float / $count) * ${DAYS} * 86400) as made) m`

/** One batch of conversations, with the time of each message. */
const made_sql = `
  create temp table generated_messages (n int, k int, inbox_id bigint, assignee_id bigint, begun timestamptz(3), at timestamptz(3), waited int, direction text,
                          author_type text, status text)`

const conversations_sql = `
  truncate generated_messages;;
  insert into generated_messages
  select n, k, inbox_id, assignee_id, begun, begun + make_interval(secs => sum(pause) over (partition by n order by k)),
         pause, case when k % 2 = 1 or unanswered then 'incoming' else 'outgoing' end,
         case when k % 2 = 1 or unanswered then 'contact' when k = 2 and by_ai then 'ai_agent' else 'agent' end, status
    from generate_series($from, $to) n
   cross join lateral (
     select now() - make_interval(secs => (1 - n::float / $count) * ${DAYS} * 86400) as begun, ($inboxes)[1 + n % 4] as inbox_id,
            case when n % 11 > 0 then ($agents)[1 + (${chance('n', 2)} * 20)::int % 20] end as assignee_id, ${chance('n', 3)} < 0.3 as by_ai, n % 10 = 0 as unanswered,
            case when n > $count - 12000 then 'open' when n % 100 = 0 then 'pending' when n % 101 = 0 then 'snoozed' else 'resolved' end as status) c
   cross join lateral (
     select k, case when k = 1 then 0 when k = 2 and by_ai then 3 + (${chance('n', 4)} * 60)::int
                    else 5 + exp(${chance('n * 16::bigint + k', 5)} * 10)::int end as pause
       from generate_series(1, $messages_each) k) m;;
  insert into contact_identities (account_id, id, contact_id, inbox_id, source_id, created_at) overriding system value
  select $account, n + 1, 1 + n % $contacts, inbox_id, 'reports-' || n, begun from generated_messages where k = 1;;
  insert into messages (account_id, id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, status, waited_seconds, created_at, updated_at)
  overriding system value
  select $account, n * $messages_each::bigint + k, n + 1, inbox_id, direction, author_type, case author_type when 'agent' then assignee_id end, 'Alguien',
         'Hola, quisiera saber el precio del apartamento ' || n, 'sent', case when author_type = 'agent' then waited end, at, at from generated_messages;;
  insert into conversations (account_id, id, inbox_id, contact_id, identity_id, status, priority, assignee_id, last_message_id, waiting_since, first_reply_at,
                             resolved_at, opened_at, idle_since, last_activity_at, created_at, updated_at, unread_count)
  overriding system value
  select $account, n + 1, min(inbox_id), 1 + n % $contacts, n + 1, min(status),
         case when n % 25 = 0 then 'high' when n % 40 = 0 then 'urgent' else 'none' end, min(assignee_id), n * $messages_each::bigint + $messages_each,
         case when min(status) = 'open' and n % 10 = 0 then min(at) end, min(at) filter (where author_type = 'agent'),
         case when min(status) = 'resolved' then max(at) + interval '5 minutes' end, min(begun), max(at), max(at), min(begun), max(at),
         case when n % 10 = 0 and min(status) = 'open' then 1 else 0 end
    from generated_messages group by n;;
  insert into conversation_facts (account_id, conversation_id, inbox_id, created_at, status, priority, asked_at, human_at, human_reply_at, human_id, human_seconds,
                                  working_seconds, ai_at, ai_reply_at, ai_seconds, handed_over_at, resolved_at, resolved_by, resolved_by_id, resolution_seconds)
  select $account, n + 1, min(inbox_id), min(begun), min(status), case when n % 25 = 0 then 'high' when n % 40 = 0 then 'urgent' else 'none' end,
         min(at), min(at) filter (where author_type = 'agent'), min(at) filter (where author_type = 'agent'),
         case when bool_or(author_type = 'agent') then coalesce(min(assignee_id), 0) end,
         extract(epoch from min(at) filter (where author_type = 'agent') - min(at))::int,
         (extract(epoch from min(at) filter (where author_type = 'agent') - min(at)) * 0.6)::int,
         min(at) filter (where author_type = 'ai_agent'), min(at) filter (where author_type = 'ai_agent'),
         extract(epoch from min(at) filter (where author_type = 'ai_agent') - min(at))::int, min(at) filter (where author_type = 'ai_agent') + interval '10 minutes',
         case when min(status) = 'resolved' then max(at) + interval '5 minutes' end, case when min(status) = 'resolved' then 'agent' end,
         case when min(status) = 'resolved' then min(assignee_id) end,
         case when min(status) = 'resolved' then extract(epoch from max(at) - min(begun))::int + 300 end
    from generated_messages group by n;;
  insert into assignments (account_id, conversation_id, inbox_id, assignee_id, assigned_at, previous_at, resolved_now, resolved_theirs)
  select $account, n + 1, inbox_id, assignee_id, a.at, a.before, status = 'resolved', status = 'resolved'
    from generated_messages, lateral (select begun as at, null::timestamptz as before union all select begun + interval '2 days', begun where n % 50 = 0) a
   where k = 1 and assignee_id is not null`

/** The leads board of a new account. */
const leads_sql = `
  insert into leads (account_id, id, name, source, utm_source, utm_medium, utm_campaign, estimated_value, currency, owner_id, contact_id, pipeline_id, stage_id,
                     stage_entered_at, status, lost_reason, last_activity_at, created_at, updated_at)
  overriding system value
  select $account, n + 1, 'Lead ' || n, (array['whatsapp', 'facebook', 'instagram', 'web', 'llamada'])[1 + n % 5],
         (array['whatsapp', 'facebook', 'instagram', 'website', 'phone'])[1 + n % 5], (array['messaging', 'social', 'social', 'web', 'call'])[1 + n % 5],
         case when n % 3 = 0 then 'campaña ' || n % 12 end, 1000000, 'COP', case when n % 9 > 0 then ($agents)[1 + n % 20] end,
         case when n % 20 > 0 then 1 + (n * 7919::bigint) % $contacts end, s.pipeline_id, s.id, made, s.status, case s.status when 'unqualified' then 'No respondió' end, made, made, made
    from generate_series($from, $to) n,
         lateral (select now() - make_interval(secs => (1 - n::float / $count) * ${DAYS} * 86400) as made) m,
         lateral (select s.id, s.pipeline_id, case s.type when 'open' then 'new' when 'won' then 'qualified' else 'unqualified' end as status
                    from stages s join pipelines p on p.account_id = s.account_id and p.id = s.pipeline_id
                   where s.account_id = $account and p.kind = 'leads' and p.is_default order by s."order" offset n % 5 limit 1) s`

const opportunities_sql = `
  with board as (
    select p.id as pipeline_id, array_agg(s.id order by s."order") as stages, array_agg(s.name order by s."order") as names, array_agg(s.type order by s."order") as types
      from pipelines p join stages s on s.account_id = p.account_id and s.pipeline_id = p.id
     where p.account_id = $account and p.kind = 'opportunities' and p.is_default group by p.id
  ), deals as (
    select n, b.*, now() - make_interval(secs => (1 - n::float / $count) * ${DAYS} * 86400) as made, (${chance('n', 6)} * 5)::int % 5 + 1 as reached,
           case when n > $count - 8000 then 'open' when ${chance('n', 7)} < 0.4 then 'won' else 'lost' end as status
      from generate_series($from, $to) n cross join board b
  ), placed as (
    select d.*, case status when 'open' then reached when 'won' then 6 else 7 end as place, least(made + make_interval(days => 3 + n % 40), now()) as ended from deals d
  ), kept as (
    insert into opportunities (account_id, id, name, amount, currency, expected_close_date, actual_close_date, closed_at, probability, utm_source, utm_medium, utm_campaign,
                               owner_id, contact_id, lead_id, pipeline_id, stage_id, stage_entered_at, status, lost_reason, last_activity_at, created_at, updated_at,
                               reached_stage_ids, last_open_stage_id)
    overriding system value
    select $account, n + 1, 'Negocio ' || n, case when n % 33 > 0 then 1000000 + n % 900 * 500000 end, case when n % 20 = 0 then 'USD' else 'COP' end, (made + interval '30 days')::date,
           case when status <> 'open' then (ended at time zone 'America/Bogota')::date end, case when status <> 'open' then ended end,
           case status when 'won' then 100 when 'lost' then 0 else 10 + reached * 10 end,
           (array['google', 'facebook', 'instagram', null, 'referral'])[1 + n % 5], (array['cpc', 'social', 'social', null, 'referral'])[1 + n % 5], case when n % 4 = 0 then 'campaña ' || n % 12 end,
           case when n % 13 > 0 then ($agents)[1 + n % 20] end, 1 + (n * 104729::bigint) % $contacts, case when n < $leads then n + 1 end, pipeline_id, stages[place], ended, status,
           case status when 'lost' then (array['Precio fuera de presupuesto', 'No respondió', 'Crédito negado', 'Otro'])[1 + n % 4] end, ended, made, ended,
           stages[1:case status when 'won' then 5 else reached end] || case when status = 'open' then '{}' else array[stages[place]] end,
           stages[case status when 'won' then 5 else reached end]
      from placed
  )
  insert into stage_history (account_id, opportunity_id, pipeline_id, stage_id, stage_name, stage_type, author, entered_at, left_at)
  select $account, n + 1, pipeline_id, stages[v], names[v], types[v], '{"type":"system","id":null,"name":"Bench"}',
         made + (ended - made) * (least(v, 6) - 1) / 6, case when v < place then made + (ended - made) * least(v, 6) / 6 end
    from placed, generate_series(1, 7) v
   where v <= case status when 'won' then 5 else reached end or v = place`

/** Response times of the leads, computed by the product's own function. */
export async function fillResponses(
  pool: pg.Pool,
  account_id: string,
  leads: number,
  progress: Progress,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (let from = 1; from <= leads; from += 5_000) {
      await client.query('select refresh_lead_responses($1, array(select generate_series($2::bigint, $3::bigint)))', [
        account_id,
        from,
        Math.min(from + 4_999, leads),
      ])
      progress('answers to leads', Math.min(from + 4_999, leads), leads)
    }
    await client.query('vacuum analyze lead_responses')
  } finally {
    client.release(true)
  }
}
