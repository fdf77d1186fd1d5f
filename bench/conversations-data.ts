import type pg from 'pg'

const AT_ONCE = 2_000
/** Message texts, with common and rare words for search. */
const TEXTS = [
  'Hola, buenas tardes, quisiera saber el precio del apartamento de Cedritos',
  '¿Todavía está disponible? Lo vi en la página esta mañana',
  'Claro que sí, con gusto le envío la información y las fotos',
  'Muchas gracias, quedo pendiente de la visita del sábado',
  '¿Reciben un carro usado en parte de pago?',
  'El crédito fue aprobado, podemos firmar la promesa el jueves',
  'Hello, can you send me the price in dollars, please?',
  'Perfecto, entonces nos vemos mañana a las diez',
]

export const MESSAGES_EACH = 30

/** Fills an account that has contacts with conversations of thirty messages each, most of them resolved. */
export async function fillConversations(
  pool: pg.Pool,
  account_id: string,
  messages: number,
  progress: (done: number) => void,
): Promise<void> {
  const count = Math.ceil(messages / MESSAGES_EACH)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    const { rows } = await client.query<{ id: string }>(
      `insert into inboxes (account_id, name, channel, auto_assign, token, identity_secret, created_at, updated_at)
       values ($1::bigint, 'Bench', 'api', false, 'bench-' || $1::bigint, '\\x00', now(), now()) returning id`,
      [account_id],
    )
    for (let from = 0; from < count; from += AT_ONCE) {
      const to = Math.min(from + AT_ONCE, count) - 1
      await client.query(fill, [account_id, rows[0]!.id, from, to, TEXTS, MESSAGES_EACH])
      progress((to + 1) * MESSAGES_EACH)
    }
    await client.query(
      `update conversations c set last_message_id = (
         select id from messages m where m.account_id = c.account_id and m.conversation_id = c.id order by created_at desc, id desc limit 1)
        where account_id = $1`,
      [account_id],
    )
    await client.query(
      `insert into conversation_labels (account_id, conversation_id, label_id)
       select c.account_id, c.id, l.id from conversations c
         join lateral (select id from labels l where l.account_id = c.account_id order by id offset c.id % 20 limit 1) l on true
        where c.account_id = $1 and c.id % 3 = 0`,
      [account_id],
    )
    for (const table of ['contact_identities', 'conversations', 'messages', 'conversation_labels'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

const fill = `
  with people as (
    select id, row_number() over () + $3::int - 1 as n from (
      select id from contacts where account_id = $1 order by id offset $3::int limit $4::int - $3::int + 1) c
  ), identities as (
    insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
    select $1, id, $2, 'bench-' || id, now() from people returning id, contact_id
  ), begun as (
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, last_activity_at, created_at, updated_at)
    select $1, $2, p.id, i.id, case when p.n % 10 = 0 then 'open' else 'resolved' end,
           now() - make_interval(secs => p.n * 61), now() - make_interval(secs => p.n * 61 + 90000), now()
      from people p join identities i on i.contact_id = p.id returning id, contact_id, last_activity_at
  ), inserted as (
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, status, created_at, updated_at)
    select $1, b.id, $2, case when m % 2 = 0 then 'incoming' else 'outgoing' end, case when m % 2 = 0 then 'contact' else 'agent' end,
           b.contact_id, 'Alguien', ($5::text[])[1 + (b.id + m) % cardinality($5::text[])] || ' ' || b.id, 'sent',
           b.last_activity_at - make_interval(mins => $6::int - m), now()
      from begun b, generate_series(1, $6::int) m returning id, conversation_id, created_at
  )
  select count(*) from inserted`
