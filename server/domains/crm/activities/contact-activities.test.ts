import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isEventVisible } from '#domains/access/event-visibility.ts'
import { emitDueActivities } from '#domains/crm/activities/due-timer.ts'
import type { Actor } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

/* Activities that belong to a contact alone, through every operation that shows, moves or removes them. */

const { act, actor, events, only, lead, deal, contact, addAgent, addAccount, runtime, sql } = await openCrm()

const plan = (contact_id: string, more: Partial<Input<'crm_schedule_activity'>> = {}) =>
  act('crm_schedule_activity', { contact_id, type: 'call', due_at: '2099-01-31', body: 'Llamar', ...more })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const pendingOf = async (contact_id: string, as: Actor = actor) =>
  (await act('crm_list_activities', { contact_id, pending_only: true }, { as })).items

test('An activity needs no lead or deal, and names its contact', async () => {
  const eva = await contact({ name: 'Eva Ñáñez' })
  const call = await plan(eva.id)
  assert.deepEqual([call.entity_type, call.entity_id], ['contact', eva.id])
  assert.deepEqual(call.entity, { name: 'Eva Ñáñez', owner: null, url: eva.url })
  assert.equal(call.assignee?.id, actor.user_id)
  const event = (await events()).at(-1)!
  assert.deepEqual([event.name, event.payload], ['activity.created', { activity: call }])
  assert.deepEqual(await pendingOf(eva.id), [call])
  assert.equal((await act('get_contact', { contact_id: eva.id })).last_activity_at, null)
})

test('A contact can be given with its own lead or deal, and not with one of somebody else', async () => {
  const { id: contact_id } = await contact()
  const [own, other] = [await deal({ contact_id }), await lead()]
  const about = { entity_type: 'opportunity', entity_id: own.id } as const
  assert.equal((await plan(contact_id, about)).entity_type, 'opportunity')
  const before = (await events()).length
  for (const [more, code, field] of [
    [{ entity_type: 'lead', entity_id: other.id }, 'invalid_value', 'contact_id'],
    [{ entity_type: 'lead' }, 'missing_field', 'entity_id'],
    [{ entity_id: own.id }, 'missing_field', 'entity_type'],
    [{ contact_id: undefined }, 'missing_field', 'entity_type'],
    [{ contact_id: '99999999' }, 'not_found', 'contact_id'],
  ] as const) {
    const problem = await refusal(plan(contact_id, more))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field], JSON.stringify(more))
  }
  assert.equal((await events()).length, before)
})

test('The list of a contact has their own activities and those of their leads and deals, soonest first', async () => {
  const { id: contact_id } = await contact()
  const [begun, sold] = [await lead({ contact_id }), await deal({ contact_id })]
  const own = await plan(contact_id, { due_at: '2099-01-02' })
  const ofDeal = await plan(contact_id, { entity_type: 'opportunity', entity_id: sold.id, due_at: '2099-01-01' })
  const ofLead = await plan(contact_id, { entity_type: 'lead', entity_id: begun.id, due_at: '2099-01-03' })
  await plan((await contact()).id)
  assert.deepEqual(ids(await pendingOf(contact_id)), [ofDeal.id, own.id, ofLead.id])
  const leadsOnly = await act('crm_list_activities', { contact_id, entity_type: 'lead', type: 'call' })
  assert.deepEqual(ids(leadsOnly.items), [ofLead.id])
})

test('The agenda, the timeline of the contact, changes and completion treat them like others', async () => {
  const { id: contact_id } = await contact()
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const call = await plan(contact_id, { due_at: soon })
  assert.ok(ids((await act('list_agenda', {})).items).includes(call.id))
  const { items } = await act('get_contact_timeline', { contact_id, kinds: ['activity'] })
  assert.deepEqual(
    items.map(({ kind, action, text, about, activity }) => ({ kind, action, text, about, activity })),
    [
      {
        kind: 'activity',
        action: 'created',
        text: 'Llamar',
        about: null,
        activity: { id: call.id, type: 'call', due_at: soon, done: false },
      },
    ],
  )
  const moved = await act('update_activity', { activity_id: call.id, due_at: '2099-05-05', duration_minutes: 15 })
  assert.deepEqual([moved.due_at, moved.duration_minutes], ['2099-05-05T12:00:00.000Z', 15])
  assert.equal((await act('crm_complete_activity', { activity_id: call.id })).done, true)
  assert.deepEqual(await pendingOf(contact_id), [])
  const [entry] = (await act('get_contact_timeline', { contact_id, kinds: ['activity'] })).items
  assert.equal(entry!.activity!.done, true)
})

test('A due activity of a contact is announced once', async () => {
  const due = await plan((await contact()).id, { due_at: '2026-01-01' })
  await emitDueActivities(runtime)
  await emitDueActivities(runtime)
  const announced = (await events()).filter(({ name }) => name === 'activity.due')
  assert.deepEqual(
    announced.map(({ payload }) => (payload as unknown as { activity: { id: string } }).activity.id),
    [due.id],
  )
})

test('Merging contacts moves their activities, and deleting a contact deletes its own only', async () => {
  const [kept, duplicate] = [await contact({ name: 'Queda' }), await contact({ name: 'Sobra' })]
  const call = await plan(duplicate.id)
  const { id: entity_id } = await lead({ contact_id: kept.id })
  const ofLead = await plan(kept.id, { entity_type: 'lead', entity_id, due_at: '2099-02-01' })
  await act('merge_contacts', { contact_id: kept.id, duplicate_contact_id: duplicate.id })
  const [first, second] = await pendingOf(kept.id)
  assert.deepEqual(
    [first?.id, first?.entity_id, first?.entity.name, second?.id],
    [call.id, kept.id, 'Queda', ofLead.id],
  )
  await act('delete_contact', { contact_id: kept.id })
  const left = await sql<{ id: string }>`select id from activities where id in (${call.id}, ${ofLead.id})`
  assert.deepEqual(ids(left), [ofLead.id])
})

test('Of two calls, scheduling for a contact and merging it away, nothing is lost', async () => {
  for (let i = 0; i < 5; i++) {
    const [kept, duplicate] = [await contact(), await contact()]
    const [planned] = await Promise.allSettled([
      plan(duplicate.id),
      act('merge_contacts', { contact_id: kept.id, duplicate_contact_id: duplicate.id }),
    ])
    const found = await pendingOf(kept.id)
    if (planned.status === 'fulfilled') assert.deepEqual(ids(found), [planned.value.id])
    else assert.equal(planned.reason.code, 'not_found')
  }
})

test('The work of a member who leaves includes activities of contacts', async () => {
  const [gone, heir] = [await addAgent('Se va'), await addAgent('Sigue')]
  const { id: contact_id } = await contact()
  const call = await plan(contact_id, { assigned_to: gone.user_id! })
  await act('deactivate_member', { member_id: gone.id!, reassign_to: heir.id! })
  const [moved] = await pendingOf(contact_id)
  assert.deepEqual([moved?.id, moved?.assignee?.id], [call.id, heir.user_id])
})

test('Reading needs crm:read and scheduling crm:write', async () => {
  const { id: contact_id } = await contact()
  await plan(contact_id)
  const timeline = await act('get_contact_timeline', { contact_id }, { as: only('contacts:read') })
  assert.ok(timeline.items.every(({ kind }) => kind !== 'activity'))
  const as = only('crm:read', 'contacts:write')
  const input = { contact_id, type: 'call', due_at: '2099-01-01' } as const
  assert.equal((await refusal(act('crm_schedule_activity', input, { as }))).code, 'permission_denied')
})

describe('Where the workspace shows only related contacts', async () => {
  const shop = await addAccount()
  await shop.act('update_account', { contacts_visibility: 'related' })
  const limit = (who: Actor): Actor => ({ ...who, account: { ...who.account, contacts_visibility: 'related' } })
  const people = {
    all: limit(await shop.addAgent('Todo', { visibility: 'all' })),
    team: limit(await shop.addAgent('Equipo', { visibility: 'team' })),
    own: limit(await shop.addAgent('Lo suyo', { visibility: 'own' })),
  }
  const everyone = Object.values(people)

  test('an activity is visible with its contact and to its assignee, in lists, by id and in events', async () => {
    const person = fc.constantFrom(...everyone)
    const world = fc.record({
      viewer: person,
      owner: fc.option(person),
      assignee: fc.option(person, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ viewer, owner, assignee }) => {
        const { id: contact_id } = await shop.contact()
        if (owner) await shop.lead({ contact_id, owner_id: owner.user_id! })
        const input = { contact_id, type: 'task', due_at: '2099-01-01' } as const
        const task = await shop.act('crm_schedule_activity', {
          ...input,
          ...(assignee && { assigned_to: assignee.user_id! }),
        })
        const contacts = await shop.act('get_contacts', { contact_ids: [contact_id] }, { as: viewer })
        const isVisible = contacts.items.length > 0 || assignee === viewer
        const listed = await shop.act('crm_list_activities', { limit: 100 }, { as: viewer })
        assert.equal(ids(listed.items).includes(task.id), isVisible)
        const changed = await shop
          .act('update_activity', { activity_id: task.id, body: 'x' }, { as: viewer })
          .catch(({ code }: { code: string }) => code)
        assert.equal(changed !== 'not_found', isVisible)
        const rights = {
          ...viewer,
          teams: new Set<string>(),
          teammates: new Set<string>(),
          contacts_visibility: 'related',
        }
        const isSent = isEventVisible(rights as never, { activity: task })
        // Without the database the records of the contact are unknown, so events reach fewer people than lists.
        assert.equal(isSent, viewer === people.all || assignee === viewer)
        assert.ok(isVisible || !isSent)
      }),
      { numRuns: 20 },
    )
  })
})

test('The activities of a contact are read from their index', async () => {
  const [{ id: busy }, { id: contact_id }] = [await contact(), await contact()]
  await sql`
    insert into activities (account_id, contact_id, type, author, due_at, created_at, updated_at)
    select ${actor.account.id}, case when n % 500 = 0 then ${contact_id}::bigint else ${busy}::bigint end, 'task', '{}', now(),
           now() - make_interval(mins => n), now() from generate_series(1, 5000) n`
  await runtime.database.work.query('vacuum analyze activities')
  const { planOf } = openPlans(runtime, actor)
  const timeline = await planOf('get_contact_timeline', { contact_id, kinds: ['activity'], limit: 5 })
  assert.ok(timeline.indexes('activities').includes('activities_contact'), timeline.text)
})
