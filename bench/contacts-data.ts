import type pg from 'pg'
import { FIRST, LAST } from './names.ts'

const AT_ONCE = 20_000

/** Fills an account with contacts that look like people: names of a few hundred parts, unique phones and e-mails. */
export async function fillContacts(
  pool: pg.Pool,
  account_id: string,
  count: number,
  progress: (done: number) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    await client.query(
      `
      insert into labels (account_id, title, color, created_at, updated_at)
      select $1, 'label ' || n, '#1f93ff', now(), now() from generate_series(1, 20) n on conflict do nothing`,
      [account_id],
    )
    for (let from = 0; from < count; from += AT_ONCE) {
      await client.query(rows, [account_id, from, Math.min(from + AT_ONCE, count) - 1, FIRST, LAST])
      progress(Math.min(from + AT_ONCE, count))
    }
    await client.query(
      `
      insert into contact_labels (account_id, contact_id, label_id)
      select c.account_id, c.id, l.id from contacts c
        join lateral (select id from labels l where l.account_id = c.account_id order by id offset c.id % 20 limit 2) l on true
       where c.account_id = $1 and c.id % 3 = 0 on conflict do nothing`,
      [account_id],
    )
    await client.query('vacuum analyze contacts')
    await client.query('vacuum analyze contact_labels')
  } finally {
    client.release(true)
  }
}

const rows = `
  insert into contacts (account_id, name, phone_number, email, city, country, company_name, custom_attributes, created_at, updated_at)
  select $1, f || ' ' || a || ' ' || b, '+57' || (3000000000 + n::bigint * 7919317 % 250000000), fold(f) || '.' || fold(a) || n || '@example.com',
         case n % 5 when 0 then 'Bogotá' when 1 then 'Medellín' when 2 then 'Cali' when 3 then 'Pereira' else 'Chía' end, 'Colombia',
         case when n % 3 = 0 then 'Empresa ' || n % 1000 end,
         jsonb_build_object('utm_source', case n % 4 when 0 then 'facebook' else 'google' end, 'presupuesto', n % 900),
         now() - make_interval(secs => n * 31), now() - make_interval(secs => n * 31)
    from generate_series($2::int, $3::int) n,
         lateral (select ($4::text[])[1 + floor(power(hashint4(n) & 65535, 2) / power(65536, 2) * cardinality($4::text[]))::int] f,
                         ($5::text[])[1 + floor(power(hashint4(n + 1) & 65535, 2) / power(65536, 2) * cardinality($5::text[]))::int] a,
                         ($5::text[])[1 + floor(power(hashint4(n + 2) & 65535, 2) / power(65536, 2) * cardinality($5::text[]))::int] b) names`
