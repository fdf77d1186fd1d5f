import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, lead, contact, timeline, addAgent, addAccount } = await openCrm()

test('Only given fields change, an empty string clears, and the timeline shows old and new values', async () => {
  const before = await lead({ company_name: 'Vieja', phone: '+573001112233', estimated_value: 10 })
  const count = (await events()).length
  const after = await act('crm_update_lead', {
    lead_id: before.id,
    name: 'Otra',
    company_name: '',
    estimated_value: 12.345,
  })
  assert.deepEqual(
    [after.name, after.company_name, after.phone, after.estimated_value],
    ['Otra', null, '+573001112233', 12.35],
  )
  assert.deepEqual(await since(count), ['lead.updated'])
  const changes = {
    name: { from: before.name, to: 'Otra' },
    company_name: { from: 'Vieja', to: null },
    estimated_value: { from: 10, to: 12.35 },
  }
  assert.deepEqual((await events()).at(-1)?.payload, { lead: after, changes })
  const [entry] = await timeline('lead', before.id)
  assert.deepEqual([entry!.type, entry!.changes, entry!.author.name], ['field_change', changes, 'Ana Admin'])
})

test('Equal values change nothing and emit no event', async () => {
  const { id: lead_id } = await lead({ email: 'x@example.com', owner: 'Ana Admin', custom_attributes: { a: 1 } })
  const known = await events()
  await act('crm_update_lead', {
    lead_id,
    email: 'X@example.com',
    owner_id: actor.user_id,
    status: 'new',
    custom_attributes: { a: 1 },
  })
  assert.deepEqual(await events(), known)
  assert.deepEqual(await timeline('lead', lead_id), [])
})

test('Conflicting owner and owner_id are refused and change nothing', async () => {
  const { id: lead_id } = await lead()
  const clara = await addAgent('Clara')
  const both = await refusal(act('crm_update_lead', { lead_id, owner: 'Ana Admin', owner_id: clara.id }))
  assert.equal(both.message, 'owner and owner_id refer to different records; give one of them.')
  const nobody = await refusal(act('crm_update_lead', { lead_id, owner_id: '999999999' }))
  assert.deepEqual([nobody.code, nobody.extra.errors?.[0]?.field], ['not_found', 'owner_id'])
  assert.equal((await act('crm_get_lead', { lead_id })).owner, null)
})

test('A custom attribute called id does not hide other changes', async () => {
  const { id: lead_id } = await lead({ custom_attributes: { id: 'A7', zona: 'Suba' } })
  const count = (await events()).length
  await act('crm_update_lead', { lead_id, custom_attributes: { zona: 'Usaquén' } })
  assert.deepEqual(await since(count), ['lead.updated'])
  const changes = { from: { id: 'A7', zona: 'Suba' }, to: { id: 'A7', zona: 'Usaquén' } }
  assert.deepEqual((await timeline('lead', lead_id))[0]?.changes, { custom_attributes: changes })
})

test('A change of owner emits its own event with the previous owner', async () => {
  const beto = await addAgent('Beto')
  const { id: lead_id } = await lead({ owner: 'Ana Admin' })
  const count = (await events()).length
  const given = await act('crm_update_lead', { lead_id, owner: 'beto', name: 'Otra' })
  assert.equal(given.owner?.id, beto.user_id)
  assert.deepEqual(await since(count), ['lead.owner_changed', 'lead.updated'])
  const [event] = (await events()).slice(count)
  const { owner } = (event!.payload as unknown as { changes: { owner: { from: { id: string }; to: { id: string } } } })
    .changes
  assert.deepEqual([owner.from.id, owner.to.id], [actor.user_id, beto.user_id])
  assert.deepEqual(Object.keys((event!.payload as unknown as { changes: object }).changes), ['owner'])
  for (const nobody of [{ owner: '' }, { owner: null }, { owner_id: null }]) {
    await act('crm_update_lead', { lead_id, owner: 'beto' })
    assert.equal((await act('crm_update_lead', { lead_id, ...nobody })).owner, null)
  }
})

test('A UTM value changed by a person counts as manual, and the first automatic one is kept', async () => {
  const { id: lead_id, utm_auto } = await lead({ source: 'whatsapp' })
  const first = await act('crm_update_lead', { lead_id, utm_source: 'Google', utm_medium: 'cpc' })
  assert.deepEqual([first.utm_source, first.utm_medium, first.utm_origin], ['google', 'cpc', 'manual'])
  assert.deepEqual([first.utm_origin_by?.id, first.utm_auto], [actor.user_id, utm_auto])
  assert.ok(first.utm_origin_at)
  const second = await act('crm_update_lead', { lead_id, utm_source: 'bing' })
  assert.deepEqual(second.utm_auto, utm_auto)
  const [entry] = await timeline('lead', lead_id)
  assert.deepEqual(entry!.changes, { utm_source: { from: 'google', to: 'bing' } })
  const labelled = await act('crm_update_lead', { lead_id, source: 'llamada' })
  assert.deepEqual([labelled.source, labelled.utm_source], ['llamada', 'bing'], 'a label does not overrule it')
})

test('A new label changes automatic attribution', async () => {
  const { id: lead_id, utm_auto } = await lead({ source: 'whatsapp' })
  const after = await act('crm_update_lead', { lead_id, source: 'llamada' })
  assert.deepEqual(
    [after.utm_source, after.utm_medium, after.utm_origin, after.utm_auto],
    ['phone', 'call', 'automatic', utm_auto],
  )
})

test('A contact linked later brings its first touch if the lead had no attribution', async () => {
  const { id: contact_id } = await contact({ custom_attributes: { utm_source: 'radio' } })
  const [unknown, known] = [await lead(), await lead({ source: 'web' })]
  assert.equal((await act('crm_update_lead', { lead_id: unknown.id, contact_id })).utm_source, 'radio')
  const linked = await act('crm_update_lead', { lead_id: known.id, contact_id })
  assert.deepEqual([linked.utm_source, linked.contact?.id], ['website', contact_id])
  assert.equal((await act('crm_update_lead', { lead_id: known.id, contact_id: null })).contact, null)
})

test('A lead that becomes a referral needs a referrer, which cannot be cleared', async () => {
  const { id: lead_id } = await lead({ source: 'web' })
  for (const input of [{ source: 'Recomendado' }, { utm_source: 'referral' }]) {
    const problem = await refusal(act('crm_update_lead', { lead_id, ...input }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['missing_field', 'attribution_detail'])
  }
  await act('crm_update_lead', { lead_id, source: 'Recomendado', attribution_detail: 'Carolina' })
  for (const attribution_detail of ['', null])
    assert.equal((await refusal(act('crm_update_lead', { lead_id, attribution_detail }))).code, 'missing_field')
  assert.equal((await act('crm_update_lead', { lead_id, name: 'Otro nombre' })).attribution_detail, 'Carolina')
})

test('Any status can be set with its own event, but converted only with an opportunity', async () => {
  const { id: lead_id, stage } = await lead()
  for (const [status, event] of [
    ['qualified', 'lead.qualified'],
    ['unqualified', 'lead.lost'],
    ['new', 'lead.reopened'],
    ['qualified', 'lead.qualified'],
    ['new', 'lead.updated'],
  ] as const) {
    const count = (await events()).length
    const after = await act('crm_update_lead', { lead_id, status })
    assert.deepEqual([after.status, after.stage], [status, stage])
    assert.deepEqual(await since(count), [event])
  }
  const problem = await refusal(act('crm_update_lead', { lead_id, status: 'converted' }))
  assert.deepEqual([problem.code, problem.status], ['invalid_state', 409])
  assert.match(problem.message, /crm_convert_lead/)
})

test('Custom attributes are merged, and null removes one', async () => {
  const { id: lead_id } = await lead({ custom_attributes: { a: 1, b: 'x' } })
  const after = await act('crm_update_lead', { lead_id, custom_attributes: { a: null, c: true } })
  assert.deepEqual(after.custom_attributes, { b: 'x', c: true })
})

test('A lead of another workspace, or one the caller may not see, is not found', async () => {
  const other = await addAccount()
  const theirs = await other.lead()
  assert.equal((await refusal(act('crm_update_lead', { lead_id: theirs.id, name: 'x' }))).code, 'not_found')
  const own = await addAgent('Sola', { visibility: 'own' })
  const { id: lead_id } = await lead({ owner: 'Ana Admin' })
  const problem = await refusal(act('crm_update_lead', { lead_id, name: 'x' }, { as: own }))
  assert.deepEqual([problem.code, problem.status], ['not_found', 404])
  assert.equal(
    (await refusal(act('crm_update_lead', { lead_id, name: 'x' }, { as: only('crm:read') }))).code,
    'permission_denied',
  )
})
