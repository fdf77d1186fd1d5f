import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { toMedium, toOrigin } from '#domains/contacts/origins/rules.ts'
import { openCrm } from '#test/crm.ts'

const { sql, runtime, lead, deal, actor, addAccount } = await openCrm()
const neighbour = await addAccount()

/** Applies the migrations of origins again, as to a database that was filled before them. */
async function upgrade(): Promise<void> {
  const names = ['0041_origins.sql', '0057_referral_mediums.sql']
  await sql`delete from migrations where name = any(${names})`
  assert.deepEqual(await migrate(runtime.database.work), names)
}

/** Sources and media as earlier versions stored them: each text as its own slug. */
const stored = (
  'referido referida referidos referidas referencia referenciado referral referrals referred reference recomendado recomendada ' +
  'recomendados recomendadas recomendacion recomendaciones recommended recommendation voz_a_voz boca_a_boca boca_en_boca ' +
  'word_of_mouth whatsapp wa wpp whats_app facebook fb face messenger instagram ig insta website web sitio_web pagina_web ' +
  'formulario landing email correo e-mail mail newsletter phone llamada call telefono telefonica google google_ads tiktok ' +
  'telegram fincaraiz valla sala_de_ventas feria feria_2026 referido_por_ana preferido un_amigo cpc'
).split(' ')

type Row = { id: string; utm_source: string | null; utm_medium: string | null; updated_at: string }

const rowsOf = (account_id: string) => ({
  leads: () => sql<Row>`
    select id, utm_source, utm_medium, updated_at from leads where account_id = ${account_id} order by id`,
  deals: () => sql<Row>`
    select id, utm_source, utm_medium, updated_at from opportunities where account_id = ${account_id} order by id`,
})

/** Copies a record once per stored slug. */
async function addRows(): Promise<void> {
  const { id: lead_id } = await lead()
  const { id: deal_id } = await deal()
  for (const [table, id] of [
    ['leads', lead_id],
    ['opportunities', deal_id],
  ] as const) {
    const { rows } = await runtime.database.work.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'
        and column_name not in ('id', 'utm_source', 'utm_medium')`,
      [table],
    )
    const columns = rows.map(({ column_name }) => column_name).join(', ')
    await runtime.database.work.query(
      `insert into ${table} (utm_source, utm_medium, ${columns}) select slug, slug, ${columns}
        from ${table}, unnest($1::text[]) slug where account_id = $2 and id = $3`,
      [stored, actor.account.id, id],
    )
  }
}

test('Stored origins become the ones the rules write, in leads and deals; other texts and dates stay', async () => {
  await addRows()
  const { leads, deals } = rowsOf(actor.account.id)
  const before = [await leads(), await deals()]
  await upgrade()
  for (const [i, after] of [await leads(), await deals()].entries()) {
    assert.equal(after.length, stored.length + 1)
    assert.deepEqual(
      after,
      before[i]!.map((row) => ({ ...row, utm_source: toOrigin(row.utm_source), utm_medium: toMedium(row.utm_medium) })),
    )
  }
})

test('The upgrade reaches every workspace, and a second time changes nothing', async () => {
  const { id } = await neighbour.lead()
  await sql`update leads set utm_source = 'voz_a_voz', utm_medium = 'referida' where id = ${id}`
  await upgrade()
  const { leads } = rowsOf(neighbour.actor.account.id)
  const after = await leads()
  assert.deepEqual([after[0]!.utm_source, after[0]!.utm_medium], ['referral', 'referral'])
  await upgrade()
  assert.deepEqual(await leads(), after)
})
