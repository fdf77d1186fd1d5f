import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '#contract/permissions.ts'
import type { Signal } from '#contract/signals.ts'
import { hear } from '#doors/live/hearing.ts'
import type { Happened } from '#kernel/tail.ts'

const ME = '7'
const mine = { id: ME, name: 'Ana', email: 'ana@example.com' }
const theirs = { id: '8', name: 'Beto', email: 'beto@example.com' }
const mate = { id: '9', name: 'Carla', email: 'carla@example.com' }
const ourTeam = { id: '1', name: 'Ventas' }
const otherTeam = { id: '2', name: 'Soporte' }

type Changes = Record<string, { from: unknown; to: unknown }>
type Visibility = 'all' | 'team' | 'own'

test('what someone hears of a conversation is what they may see of it', () => {
  const told = 'conversation.updated'
  for (const [visibility, assignee, team, expected] of [
    ['all', null, null, told],
    ['all', theirs, otherTeam, told],
    ['own', mine, null, told],
    ['own', mine, otherTeam, told],
    ['own', null, ourTeam, undefined],
    ['own', theirs, ourTeam, undefined],
    ['own', null, null, undefined],
    ['team', mine, otherTeam, told],
    ['team', theirs, ourTeam, told],
    ['team', null, ourTeam, told],
    ['team', theirs, otherTeam, undefined],
    ['team', null, null, undefined],
  ] as const) {
    const said = happened(told, { conversation: { id: '5', assignee, team }, changes: {} })
    const heard = hear(hearer(visibility), said)
    assert.equal(heard?.name, expected, `${visibility} ${assignee?.name} ${team?.name}`)
    if (expected) assert.equal(heard?.data, said, 'as it is')
  }
})

test('whose sight a conversation leaves is told only that', () => {
  const given = (to: object | null) => ({ assignee: { from: mine, to } })
  const moved = (to: object | null) => ({ team: { from: ourTeam, to } })
  const taken = { assignee: { from: theirs, to: null } }
  for (const [visibility, assignee, team, changes, expected] of [
    ['own', theirs, null, given(theirs), 'conversation.hidden'],
    ['own', null, ourTeam, given(null), 'conversation.hidden'],
    ['own', null, null, taken, undefined],
    ['own', theirs, otherTeam, moved(otherTeam), undefined],
    ['own', mine, null, { assignee: { from: null, to: mine } }, 'conversation.assigned'],
    ['team', theirs, ourTeam, given(theirs), 'conversation.assigned'],
    ['team', theirs, otherTeam, given(theirs), 'conversation.hidden'],
    ['team', theirs, otherTeam, moved(otherTeam), 'conversation.hidden'],
    ['team', null, null, moved(null), 'conversation.hidden'],
    ['team', mine, otherTeam, moved(otherTeam), 'conversation.assigned'],
    ['team', null, otherTeam, taken, undefined],
    ['team', null, null, { ...given(null), ...moved(null) }, 'conversation.hidden'],
    ['all', null, null, { ...given(null), ...moved(null) }, 'conversation.assigned'],
  ] as [Visibility, object | null, object | null, Changes, string | undefined][]) {
    const said = happened('conversation.assigned', { conversation: { id: '5', assignee, team, secret: 'x' }, changes })
    const heard = hear(hearer(visibility), said)
    assert.equal(heard?.name, expected, `${visibility} ${JSON.stringify(changes)}`)
    if (expected !== 'conversation.hidden') continue
    assert.deepEqual(heard?.data, { ...said, name: 'conversation.hidden', payload: { conversation_id: '5' } })
  }
})

test('what someone hears of a lead, an opportunity or an activity is what they may see of it', () => {
  for (const [visibility, owner, expected] of [
    ['all', null, true],
    ['all', theirs, true],
    ['own', mine, true],
    ['own', mate, false],
    ['own', null, false],
    ['team', mine, true],
    ['team', mate, true],
    ['team', theirs, false],
    ['team', null, false],
  ] as const) {
    const who = hearer(visibility, ['crm:read'])
    for (const [name, payload] of [
      ['lead.updated', { lead: { id: '5', owner }, changes: {} }],
      ['opportunity.won', { opportunity: { id: '5', owner }, changes: {} }],
      ['activity.created', { activity: { id: '5', assignee: null, entity: { owner } } }],
    ] as const) {
      const said = happened(name, payload)
      assert.equal(hear(who, said)?.data, expected ? said : undefined, `${name} ${visibility} ${owner?.name}`)
    }
    const todo = happened('activity.due', { activity: { id: '5', assignee: mine, entity: { owner } } })
    assert.equal(hear(who, todo)?.data, todo, 'what is theirs to do they hear of')
  }
})

test('whose sight a lead leaves is told only that', () => {
  const changes = { owner: { from: mine, to: theirs } }
  for (const [kind, name] of [
    ['lead', 'lead.owner_changed'],
    ['opportunity', 'opportunity.owner_changed'],
  ] as const) {
    const said = happened(name, { [kind]: { id: '5', owner: theirs, secret: 'x' }, changes })
    const data = { ...said, name: `${kind}.hidden`, payload: { [`${kind}_id`]: '5' } }
    assert.deepEqual(hear(hearer('own', ['crm:read']), said), { name: `${kind}.hidden`, data })
    const taken = happened(name, { [kind]: { id: '5', owner: theirs }, changes: { owner: { from: null, to: theirs } } })
    assert.equal(hear(hearer('own', ['crm:read']), taken), undefined)
  }
  const given = {
    activity: { id: '5', assignee: theirs, entity: { owner: theirs } },
    changes: { assignee: { from: mine, to: theirs } },
  }
  assert.equal(hear(hearer('own', ['crm:read']), happened('activity.updated', given))?.name, 'activity.hidden')
})

test('each event is for those who hold the permission to read of it', () => {
  for (const [name, payload, permission] of [
    ['contact.created', { contact: {} }, 'contacts:read'],
    ['contact.note_created', { contact_note: {} }, 'contacts:read'],
    ['contact_import.requested', { import_id: '1' }, 'contacts:write'],
    ['label.created', { label: {} }, 'contacts:read'],
    ['inbox.updated', { inbox: {} }, 'conversations:read'],
    ['lead.created', { lead: { id: '5', owner: null } }, 'crm:read'],
    ['pipeline.created', { pipeline: {} }, 'crm:read'],
    ['message.received', { conversation: { id: '5', assignee: null, team: null }, message: {} }, 'conversations:read'],
  ] as const) {
    const said = happened(name, payload)
    assert.equal(hear(hearer('all', [permission]), said)?.data, said, name)
    for (const other of ['contacts:read', 'contacts:write', 'conversations:read', 'crm:read', 'admin'] as const) {
      if (other !== permission) assert.equal(hear(hearer('all', [other]), said), undefined, `${name} ${other}`)
    }
  }
})

test('who is typing is heard by those who see the conversation', () => {
  const signal = (assignee: typeof mine | null): Signal => ({
    name: 'conversation.typing',
    payload: {
      conversation: { id: '5', inbox: { id: '1', name: 'Web' }, source_id: 'x', assignee, team: null },
      author: { type: 'contact', id: '3', name: 'Cliente' },
      typing: true,
      private: false,
    },
  })
  const said = signal(mine)
  assert.deepEqual(hear(hearer('own'), said), { name: 'conversation.typing', data: said })
  assert.equal(hear(hearer('own'), signal(theirs)), undefined)
  assert.equal(hear(hearer('all', ['contacts:read']), said), undefined)
})

test('an event that only a newer version knows is kept from everyone', () => {
  const everything = hearer('all', ['contacts:read', 'conversations:read', 'admin', 'super_admin'])
  assert.equal(hear(everything, happened('star.born' as never, {})), undefined)
})

function hearer(visibility: Visibility, permissions: Permission[] = ['conversations:read']) {
  return {
    user_id: ME,
    visibility,
    permissions: new Set(permissions),
    teams: new Set([ourTeam.id]),
    teammates: new Set([ME, mate.id]),
  }
}

function happened(name: Happened['name'], payload: object): Happened {
  const actor = { type: 'system', id: null, name: 'Test' }
  const occurred_at = '2026-11-15T12:00:00.000Z'
  return { id: 'e', sequence: '1', name, actor, payload, occurred_at } as unknown as Happened
}
