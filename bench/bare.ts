import type { ServerResponse } from 'node:http'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The bare limit: for each operation the simplest route and SQL, written by hand, that give the same fields. No credentials,
 * checks, visibility, events or logs. Contacts are in a table of their own, with the indexes a plain application would have.
 */
const { DATABASE_URL, BENCH_ACCOUNT, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const account = BENCH_ACCOUNT!

await pool.query(`
  create extension if not exists pg_trgm;
  create table if not exists bare_contacts (
    id bigint generated always as identity primary key, account_id bigint not null, name text not null, phone_number text, email text,
    city text, country text, company_name text, job_title text, bio text, identifier text, blocked boolean not null default false,
    email_status text, last_activity_at timestamptz, custom_attributes jsonb not null default '{}', created_at timestamptz not null,
    updated_at timestamptz not null, unique (account_id, phone_number), unique (account_id, email));
  create table if not exists bare_messages (id bigint generated always as identity primary key, content jsonb)`)
const { rowCount } = await pool.query('select from bare_contacts limit 1')
if (!rowCount) {
  await pool.query(
    `insert into bare_contacts overriding system value
     select id, account_id, name, phone_number, email, city, country, company_name, job_title, bio, identifier, blocked, email_status,
            last_activity_at, custom_attributes, created_at, updated_at from contacts where account_id = $1`,
    [account],
  )
  await pool.query(`
    select setval(pg_get_serial_sequence('bare_contacts', 'id'), (select max(id) from bare_contacts));
    create index bare_contacts_newest on bare_contacts (account_id, created_at desc, id desc);
    create index bare_contacts_search on bare_contacts using gin ((name || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, '')) gin_trgm_ops);
    analyze bare_contacts`)
}

const fields = `
  c.id::text, c.name, c.phone_number, c.email, c.email_status, c.city, c.country, c.company_name, c.job_title, c.bio, c.identifier,
  c.blocked, c.last_activity_at, c.custom_attributes, c.created_at, c.updated_at,
  array(select l.title from contact_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
         where cl.account_id = c.account_id and cl.contact_id = c.id) as labels`
const run = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows

const app = Fastify()
app.get('/readyz', () => 'ready')
app.post('/create', async (request, reply) => {
  const { name, phone_number, email } = request.body as Record<string, string>
  const [row] = await run(
    'create',
    `with c as (
       insert into bare_contacts (account_id, name, phone_number, email, created_at, updated_at) values ($1, $2, $3, $4, now(), now()) returning *
     ) select ${fields} from c`,
    [account, name, phone_number, email],
  )
  return reply.code(201).send(row)
})
app.get('/get', async (request) => {
  const { id } = request.query as { id: string }
  const [row] = await run(
    'get',
    `select ${fields},
            array(select to_jsonb(n) from contact_notes n where n.account_id = c.account_id and n.contact_id = c.id order by n.id desc limit 50) as notes,
            array(select to_jsonb(d) from contact_identities d where d.account_id = c.account_id and d.contact_id = c.id) as channel_identities,
            array(select to_jsonb(v) from conversations v where v.account_id = c.account_id and v.contact_id = c.id
                   order by v.last_activity_at desc limit 20) as conversations,
            array(select to_jsonb(m) from messages m where m.account_id = c.account_id and m.conversation_id = (
                    select id from conversations v where v.account_id = c.account_id and v.contact_id = c.id order by v.last_activity_at desc limit 1)
                   order by m.created_at desc limit 10) as recent_messages,
            array(select to_jsonb(o) from opportunities o where o.account_id = c.account_id and o.contact_id = c.id and o.status = 'open' limit 20) as open_records
       from bare_contacts c where c.account_id = $1 and c.id = $2`,
    [account, id],
  )
  return row
})
const page = 'where c.account_id = $1 order by c.created_at desc, c.id desc limit 60'
app.get('/list', async () => ({ items: await run('list', `select ${fields} from bare_contacts c ${page}`, [account]) }))
app.get('/search', async (request) => {
  const { query } = request.query as { query: string }
  const items = await run(
    '',
    `select ${fields} from (
       select * from bare_contacts c where account_id = $1 and name || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, '') ilike $2
        order by created_at desc, id desc limit 60) c`,
    [account, `%${query}%`],
  )
  return { items }
})
app.get('/conversations', async () => ({
  items: await run(
    'conversations',
    `select to_jsonb(c) as conversation, to_jsonb(k) as contact, i.name as inbox, u.name as assignee, t.name as team, to_jsonb(m) as last_message,
            array(select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
                   where cl.account_id = c.account_id and cl.conversation_id = c.id) as labels
       from (select * from conversations where account_id = $1 and status = 'open' order by last_activity_at desc, id desc limit 25) c
       join contacts k on k.account_id = c.account_id and k.id = c.contact_id
       join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
       left join users u on u.id = c.assignee_id left join teams t on t.account_id = c.account_id and t.id = c.team_id
       left join messages m on m.account_id = c.account_id and m.id = c.last_message_id`,
    [account],
  ),
}))
app.get('/conversation', async (request) => {
  const { id } = request.query as { id: string }
  const [row] = await run(
    'conversation',
    `select to_jsonb(c) as conversation, to_jsonb(k) as contact, i.name as inbox, u.name as assignee,
            array(select to_jsonb(m) from messages m where m.account_id = c.account_id and m.conversation_id = c.id
                   order by m.created_at desc, m.id desc limit 30) as messages
       from conversations c
       join contacts k on k.account_id = c.account_id and k.id = c.contact_id
       join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
       left join users u on u.id = c.assignee_id
      where c.account_id = $1 and c.id = $2`,
    [account, id],
  )
  return row
})
app.get('/opportunities', async () => ({
  items: await run(
    'opportunities',
    `select to_jsonb(o) as opportunity, k.name as contact, u.name as owner, s.name as stage, p.name as pipeline
       from (select * from opportunities where account_id = $1 and deleted_at is null order by created_at desc, id desc limit 25) o
       left join contacts k on k.account_id = o.account_id and k.id = o.contact_id
       left join users u on u.id = o.owner_id
       join stages s on s.account_id = o.account_id and s.id = o.stage_id
       join pipelines p on p.account_id = o.account_id and p.id = o.pipeline_id`,
    [account],
  ),
}))
const streams = new Set<ServerResponse>()
app.get('/live', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ready\n\n')
  streams.add(reply.raw)
  reply.raw.once('close', () => streams.delete(reply.raw))
})
/** Writes to every open stream after one insert, as the simplest chat would. */
app.post('/send', async (request, reply) => {
  const [message] = await run('send', `insert into bare_messages (content) values ($1) returning *`, [request.body])
  for (const stream of streams) stream.write(`event: message.sent\ndata: ${JSON.stringify(message)}\n\n`)
  return reply.code(201).send(message)
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on('SIGINT', () => process.exit(0))
