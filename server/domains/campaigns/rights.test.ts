import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'

const { act, actor, sql, crowd, draft, get, sent, recipients, meet, tick, finish, addAgent, write } =
  await openCampaigns()

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
/** Makes a scheduled campaign due, and runs the timer. */
const reachTime = async (campaign_id: string) => {
  await sql`update campaigns set scheduled_at = now() - interval '1 second' where id = ${campaign_id}`
  await tick()
}
const role = (user_id: string | null, to: string) => sql`
  update memberships set role = ${to} where account_id = ${actor.account.id} and user_id = ${user_id}`

test('A scheduled campaign does not start once its maker is no administrator, and administrators learn why', async () => {
  await crowd(3, 'Clientes')
  const eva = await addAgent('Eva', { role: 'administrator' })
  const { id, maker } = await draft('Clientes', { name: 'De Eva', scheduled_at: tomorrow() })
  assert.equal(maker?.id, actor.id)
  const saved = await act('update_campaign', { campaign_id: id, name: 'De Eva' }, { as: eva })
  assert.equal(saved.maker?.id, eva.id)
  await role(eva.user_id, 'agent')
  await reachTime(id)
  const { status, problem } = await get(id)
  assert.deepEqual([status, problem], ['stopped', 'Eva ya no tiene el permiso admin.'])
  assert.deepEqual(await sent(id), [])
  const letters = await sql`select from emails where subject = 'La campaña «De Eva» se detuvo'`
  assert.equal(letters.length, 1)

  const started = await act('start_campaign', { campaign_id: id })
  assert.deepEqual([started.status, started.problem, started.maker?.id], ['running', null, actor.id])
  await finish()
  assert.equal((await sent(id)).length, 3)
})

test('A running campaign stops between two batches when its maker leaves', async () => {
  await crowd(3, 'Muchos')
  const eva = await addAgent('Eva', { role: 'administrator' })
  const { id } = await draft('Muchos', { per_minute: 60 })
  await act('start_campaign', { campaign_id: id }, { as: eva })
  await tick()
  const before = (await sent(id)).length
  assert.ok(before > 0 && before < 3)
  await sql`update memberships set deactivated_at = now() where user_id = ${eva.user_id}`
  await finish()
  assert.equal((await sent(id)).length, before)
  assert.match((await get(id)).problem!, /Eva ya no tiene acceso/)
})

test('A campaign writes into no conversation its maker may not see', async () => {
  const eva = await addAgent('Eva', { role: 'administrator', visibility: 'own' })
  await act('create_label', { title: 'Ajenos' })
  const [theirs, free] = [await meet({ labels: ['Ajenos'] }), await meet({ labels: ['Ajenos'] })]
  await write({ contact: { email: theirs.email! } })
  const { id } = await draft('Ajenos')
  await act('start_campaign', { campaign_id: id }, { as: eva })
  await finish()
  const outcomes = (await recipients(id)).map(({ contact, status, error }) => [contact.id, status, error])
  assert.deepEqual(outcomes, [
    [theirs.id, 'failed', 'Quien inició la campaña no puede ver la conversación de este contacto.'],
    [free.id, 'sent', null],
  ])
})

test('Campaigns from before makers were recorded go on', async () => {
  await crowd(1, 'Antes')
  const { id } = await draft('Antes', { scheduled_at: tomorrow() })
  await sql`update campaigns set maker = null where id = ${id}`
  await reachTime(id)
  await finish()
  assert.equal((await sent(id)).length, 1)
})
