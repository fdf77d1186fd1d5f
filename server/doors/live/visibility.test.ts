import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '#contract/permissions.ts'
import type { Signal } from '#contract/signals.ts'
import { filterEvent } from '#doors/live/visibility.ts'
import type { StoredEvent } from '#kernel/event-log.ts'

const ME = '7'
const mine = { id: ME, name: 'Ana', email: 'ana@example.com' }
const theirs = { id: '8', name: 'Beto', email: 'beto@example.com' }
const mate = { id: '9', name: 'Carla', email: 'carla@example.com' }
const ourTeam = { id: '1', name: 'Ventas' }
const otherTeam = { id: '2', name: 'Soporte' }

type Changes = Record<string, { from: unknown; to: unknown }>
type Visibility = 'all' | 'team' | 'own'

test('A viewer receives the events of conversations they may see', () => {
  const name = 'conversation.updated'
  for (const [visibility, assignee, team, expected] of [
    ['all', null, null, name],
    ['all', theirs, otherTeam, name],
    ['own', mine, null, name],
    ['own', mine, otherTeam, name],
    ['own', null, ourTeam, undefined],
    ['own', theirs, ourTeam, undefined],
    ['own', null, null, undefined],
    ['team', mine, otherTeam, name],
    ['team', theirs, ourTeam, name],
    ['team', null, ourTeam, name],
    ['team', theirs, otherTeam, undefined],
    ['team', null, null, undefined],
  ] as const) {
    const event = storedEvent(name, { conversation: { id: '5', assignee, team }, changes: {} })
    const message = filterEvent(viewerWith(visibility), event)
    assert.equal(message?.name, expected, `${visibility} ${assignee?.name} ${team?.name}`)
    if (expected) assert.equal(message?.data, event, 'as it is')
  }
})

test('A viewer who loses sight of a conversation learns only that it is hidden', () => {
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
    const event = storedEvent('conversation.assigned', {
      conversation: { id: '5', assignee, team, secret: 'x' },
      changes,
    })
    const message = filterEvent(viewerWith(visibility), event)
    assert.equal(message?.name, expected, `${visibility} ${JSON.stringify(changes)}`)
    if (expected !== 'conversation.hidden') continue
    assert.deepEqual(message?.data, { ...event, name: 'conversation.hidden', payload: { conversation_id: '5' } })
  }
})

test('A viewer receives the events of leads, deals and activities they may see', () => {
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
    const who = viewerWith(visibility, ['crm:read'])
    for (const [name, payload] of [
      ['lead.updated', { lead: { id: '5', owner }, changes: {} }],
      ['opportunity.won', { opportunity: { id: '5', owner }, changes: {} }],
      ['activity.created', { activity: { id: '5', assignee: null, entity: { owner } } }],
    ] as const) {
      const event = storedEvent(name, payload)
      assert.equal(filterEvent(who, event)?.data, expected ? event : undefined, `${name} ${visibility} ${owner?.name}`)
    }
    const todo = storedEvent('activity.due', { activity: { id: '5', assignee: mine, entity: { owner } } })
    assert.equal(filterEvent(who, todo)?.data, todo, 'an activity assigned to them arrives')
    const ofContact = { id: '5', assignee: null, entity_type: 'contact', entity: { owner: null } }
    const greeting = storedEvent('activity.created', { activity: ofContact })
    assert.equal(filterEvent(who, greeting)?.data, greeting, 'an activity of a contact arrives where all see contacts')
    const limited = { ...who, contacts_visibility: 'related' } as const
    assert.equal(filterEvent(limited, greeting)?.data, visibility === 'all' ? greeting : undefined)
  }
})

test('A viewer who loses sight of a lead learns only that it is hidden', () => {
  const changes = { owner: { from: mine, to: theirs } }
  for (const [kind, name] of [
    ['lead', 'lead.owner_changed'],
    ['opportunity', 'opportunity.owner_changed'],
  ] as const) {
    const event = storedEvent(name, { [kind]: { id: '5', owner: theirs, secret: 'x' }, changes })
    const data = { ...event, name: `${kind}.hidden`, payload: { [`${kind}_id`]: '5' } }
    assert.deepEqual(filterEvent(viewerWith('own', ['crm:read']), event), { name: `${kind}.hidden`, data })
    const taken = storedEvent(name, {
      [kind]: { id: '5', owner: theirs },
      changes: { owner: { from: null, to: theirs } },
    })
    assert.equal(filterEvent(viewerWith('own', ['crm:read']), taken), undefined)
  }
  const given = {
    activity: { id: '5', assignee: theirs, entity: { owner: theirs } },
    changes: { assignee: { from: mine, to: theirs } },
  }
  assert.equal(
    filterEvent(viewerWith('own', ['crm:read']), storedEvent('activity.updated', given))?.name,
    'activity.hidden',
  )
})

test('Each event needs the permission to read its record', () => {
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
    const event = storedEvent(name, payload)
    assert.equal(filterEvent(viewerWith('all', [permission]), event)?.data, event, name)
    for (const other of ['contacts:read', 'contacts:write', 'conversations:read', 'crm:read', 'admin'] as const) {
      if (other !== permission)
        assert.equal(filterEvent(viewerWith('all', [other]), event), undefined, `${name} ${other}`)
    }
  }
})

test('Notifications reach only the person they are for', () => {
  for (const [name, payload] of [
    ['notification.created', (user_id: string) => ({ notification: { id: '5', user_id } })],
    ['notification.read', (user_id: string) => ({ reader: { user_id }, notification_ids: ['5'] })],
  ] as const) {
    const event = storedEvent(name, payload(ME))
    assert.equal(filterEvent(viewerWith('own'), event)?.data, event, name)
    assert.equal(filterEvent(viewerWith('all'), storedEvent(name, payload(theirs.id))), undefined, name)
  }
})

test('Typing indicators reach viewers who may see the conversation', () => {
  const signal = (assignee: typeof mine | null): Signal => ({
    name: 'conversation.typing',
    payload: {
      conversation: { id: '5', inbox: { id: '1', name: 'Web' }, channel: 'api', source_id: 'x', assignee, team: null },
      author: { type: 'contact', id: '3', name: 'Cliente' },
      typing: true,
      private: false,
    },
  })
  const event = signal(mine)
  const sender = viewerWith('own', ['conversations:read', 'messages:send'])
  assert.deepEqual(filterEvent(sender, event), { name: 'conversation.typing', data: event })
  assert.equal(filterEvent(viewerWith('own'), signal(theirs)), undefined)
  assert.equal(filterEvent(viewerWith('all', ['contacts:read']), event), undefined)
})

test('An event of a newer version reaches no one', () => {
  const everything = viewerWith('all', ['contacts:read', 'conversations:read', 'admin', 'super_admin'])
  assert.equal(filterEvent(everything, storedEvent('star.born' as never, {})), undefined)
})

function viewerWith(visibility: Visibility, permissions: Permission[] = ['conversations:read']) {
  return {
    user_id: ME,
    visibility,
    contacts_visibility: 'all' as const,
    permissions: new Set(permissions),
    teams: new Set([ourTeam.id]),
    teammates: new Set([ME, mate.id]),
  }
}

function storedEvent(name: StoredEvent['name'], payload: object): StoredEvent {
  const actor = { type: 'system', id: null, name: 'Test' }
  const occurred_at = '2026-11-15T12:00:00.000Z'
  return { id: 'e', sequence: '1', name, actor, payload, occurred_at } as unknown as StoredEvent
}
