import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { new_inbox } from '#domains/workspace/rules.ts'
import type { Account } from '#contract/records/access.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { Agent, Team } from '#contract/records/people.ts'
import { contactInbox } from '#doors/classic/shapes/channels.ts'
import {
  classicContact,
  classicContactWithInboxes,
  contactSender,
  searchedContact,
  type ContactWithIdentities,
} from '#doors/classic/shapes/contact.ts'
import { type References, classicConversation } from '#doors/classic/shapes/conversation.ts'
import { searchedConversation } from '#doors/classic/shapes/search-results.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'
import { classicMessage, embeddedMessage, senderOf } from '#doors/classic/shapes/message.ts'
import { fractionalSeconds, seconds } from '#doors/classic/shapes/timestamps.ts'
import { classicNote } from '#doors/classic/shapes/note.ts'
import { classicAgent, classicTeam } from '#doors/classic/shapes/people.ts'
import {
  attributeModel,
  attributeType,
  classicAttribute,
  classicCannedResponse,
  classicLabel,
} from '#doors/classic/shapes/workspace.ts'

const made = '2030-01-31T14:00:00.250Z'
const then = 1_896_098_400

const account = { id: '7', name: 'Café', time_zone: 'America/Bogota', locale: 'es' } as Account
const inbox = { id: '3', name: 'WhatsApp' }
const contact: ContactWithIdentities = {
  id: '12',
  name: 'Íngrid',
  phone_number: '+573001234567',
  email: null,
  city: 'Bogotá',
  country: null,
  company_name: null,
  job_title: null,
  bio: 'Prefiere la mañana',
  identifier: 'erp-9',
  blocked: false,
  last_activity_at: null,
  custom_attributes: { plan: 'oro' },
  labels: ['vip'],
  avatar_url: null,
  url: 'http://localhost/contacts/12',
  created_at: made,
  updated_at: made,
  channel_identities: [{ id: '5', inbox, channel: 'api', source_id: 'w-1', verified: true, created_at: made }],
}
const agent: Agent = {
  id: '4',
  name: 'Ana',
  email: 'ana@example.com',
  role: 'agent',
  availability: 'busy',
  availability_until: null,
  auto_offline: true,
  capacity: null,
}
const team: Team = {
  id: '6',
  name: 'ventas',
  description: null,
  allow_auto_assign: true,
  members: [],
  created_at: made,
  updated_at: made,
}
const message: Message = {
  id: '31',
  conversation_id: '21',
  direction: 'incoming',
  author: { type: 'contact', id: '12', name: 'Íngrid' },
  content: 'Hola',
  content_type: 'text',
  content_attributes: {},
  attachments: [],
  private: false,
  status: 'sent',
  failure: null,
  external_id: 'WAID:1',
  reply_to: null,
  reactions: [],
  edited_at: null,
  scheduled_at: null,
  deleted: false,
  created_at: made,
  updated_at: made,
}
const conversation: Conversation = {
  id: '21',
  uuid: '1388f281-348d-4955-a62d-55eec0049ba4',
  status: 'snoozed',
  priority: 'none',
  contact: {
    id: '12',
    name: 'Íngrid',
    phone_number: '+573001234567',
    email: null,
    identifier: 'erp-9',
    blocked: false,
    avatar_url: null,
  },
  inbox,
  channel: 'api',
  source_id: 'w-1',
  assignee: { id: '4', name: 'Ana', email: 'ana@example.com' },
  team: { id: '6', name: 'ventas' },
  labels: ['vip'],
  custom_attributes: { paso: 2 },
  additional_attributes: { referer: 'https://example.com' },
  last_message: {
    id: '31',
    direction: 'incoming',
    author: message.author,
    preview: 'Hola',
    attachment_count: 0,
    private: false,
    created_at: made,
  },
  reply_window: null,
  unread: true,
  unread_count: 2,
  snoozed_until: made,
  sla: { first_response_due_at: null, next_response_due_at: null, resolution_due_at: null },
  waiting_since: made,
  first_reply_at: null,
  resolved_at: null,
  agent_last_seen_at: null,
  contact_last_seen_at: made,
  last_activity_at: made,
  url: 'http://localhost/conversations/21',
  created_at: made,
  updated_at: made,
}
const around: References = {
  account,
  contacts: new Map([['12', contact]]),
  agents: new Map([['4', agent]]),
  teams: new Map([['6', team]]),
  messages: new Map([['31', message]]),
}

const shownInbox = {
  id: 3,
  avatar_url: '',
  channel_id: 3,
  name: 'WhatsApp',
  channel_type: 'Channel::Api',
  provider: null,
}
const sender = {
  additional_attributes: { city: 'Bogotá', description: 'Prefiere la mañana' },
  custom_attributes: { plan: 'oro' },
  email: null,
  id: 12,
  identifier: 'erp-9',
  name: 'Íngrid',
  phone_number: '+573001234567',
  thumbnail: '',
  blocked: false,
  type: 'contact',
}
const shownMessage = {
  id: 31,
  content: 'Hola',
  inbox_id: 3,
  conversation_id: 21,
  message_type: 0,
  content_type: 'text',
  status: 'sent',
  content_attributes: {},
  created_at: then,
  private: false,
  source_id: 'WAID:1',
  sender,
}

test('Times are whole seconds, and 0 when there is none', () => {
  assert.equal(seconds(made), then)
  assert.equal(seconds(null), 0)
  assert.equal(fractionalSeconds(made), then + 0.25)
})

describe('A contact', () => {
  const shown = {
    additional_attributes: { city: 'Bogotá', description: 'Prefiere la mañana' },
    availability_status: 'offline',
    email: null,
    id: 12,
    name: 'Íngrid',
    phone_number: '+573001234567',
    blocked: false,
    identifier: 'erp-9',
    thumbnail: '',
    custom_attributes: { plan: 'oro' },
    created_at: then,
  }

  test('has numeric ids and times, no labels, and its inboxes only on request', () => {
    assert.deepEqual(classicContact(contact), shown)
    const contact_inboxes = [{ source_id: 'w-1', inbox: shownInbox }]
    assert.deepEqual(classicContactWithInboxes(contact), { ...shown, contact_inboxes })
    assert.deepEqual(contactInbox(contact.channel_identities[0]!), contact_inboxes[0])
  })

  test('has the time of its last message, if any', () => {
    assert.deepEqual(classicContact({ ...contact, last_activity_at: made }), { ...shown, last_activity_at: then })
  })

  test('is shorter as a sender and as a search result', () => {
    assert.deepEqual(contactSender(contact), sender)
    const { email, id, name, phone_number, identifier, additional_attributes } = sender
    const found = { email, id, name, phone_number, identifier, additional_attributes, last_activity_at: null }
    assert.deepEqual(searchedContact(contact), found)
  })
})

describe('A message', () => {
  test('has the keys classic clients read, and omits attachments if there are none', () => {
    assert.deepEqual(classicMessage(message, '3', around), shownMessage)
  })

  test('encodes its direction as a number', () => {
    assert.equal(classicMessage({ ...message, direction: 'outgoing' }, '3', around).message_type, 1)
  })

  test('shows its files with download URLs', () => {
    const file = {
      id: '9',
      file_name: 'Foto.PNG',
      file_type: 'image',
      content_type: 'image/png',
      size_bytes: 10,
      state: 'stored',
      voice: false,
      duration_seconds: null,
    } as const
    const { attachments } = classicMessage({ ...message, attachments: [{ ...file, url: 'http://f/9' }] }, '3', around)
    assert.deepEqual(attachments, [
      {
        id: 9,
        message_id: 31,
        file_type: 'image',
        account_id: 7,
        extension: 'PNG',
        content_type: 'image/png',
        data_url: 'http://f/9',
        thumb_url: 'http://f/9',
        file_size: 10,
        width: null,
        height: null,
      },
    ])
  })

  test('shows that it was deleted, in the language of the account', () => {
    const gone = { ...message, content: null, deleted: true, content_attributes: { deleted: true } }
    assert.equal(classicMessage(gone, '3', around).content, 'Este mensaje fue eliminado')
    const english = { ...around, account: { ...account, locale: 'en' as const } }
    assert.equal(classicMessage(gone, '3', english).content, 'This message was deleted')
  })

  test('shows its author in the shape of their type', () => {
    const user = {
      id: 4,
      name: 'Ana',
      available_name: 'Ana',
      avatar_url: '',
      type: 'user',
      availability_status: 'busy',
      thumbnail: '',
    }
    assert.deepEqual(senderOf({ type: 'agent', id: '4', name: 'Ana' }, around), user)
    const program = { ...user, id: 0, name: 'Café', available_name: 'Café', availability_status: 'offline' }
    assert.deepEqual(senderOf({ type: 'api', id: '99', name: 'Café' }, around), program)
    const bot = { id: 2, name: 'Hilo', avatar_url: '', type: 'agent_bot' }
    for (const type of ['ai_agent', 'automation', 'campaign'] as const)
      assert.deepEqual(senderOf({ type, id: '2', name: 'Hilo' }, around), bot)
    const gone = { id: 88, name: 'Quien fue', thumbnail: '', type: 'contact' }
    assert.deepEqual(senderOf({ type: 'contact', id: '88', name: 'Quien fue' }, around), gone)
  })

  test('has every column inside a conversation', () => {
    assert.deepEqual(embeddedMessage(message, conversation, around), {
      ...shownMessage,
      account_id: 7,
      updated_at: made,
      sender_type: 'Contact',
      sender_id: 12,
      external_source_ids: {},
      additional_attributes: {},
      processed_message_content: 'Hola',
      sentiment: {},
      conversation: {
        assignee_id: 4,
        unread_count: 2,
        last_activity_at: then,
        contact_inbox: { source_id: 'w-1' },
      },
    })
  })
})

const shownAgent = {
  id: 4,
  account_id: 7,
  availability_status: 'busy',
  auto_offline: true,
  confirmed: true,
  email: 'ana@example.com',
  provider: 'email',
  available_name: 'Ana',
  name: 'Ana',
  role: 'agent',
  thumbnail: '',
  custom_role_id: null,
}
const shownTeam = {
  id: 6,
  name: 'ventas',
  description: null,
  allow_auto_assign: true,
  account_id: 7,
  is_member: false,
}

describe('A conversation', () => {
  test('has its contact, last message and assignee', () => {
    const pushed = embeddedMessage(message, conversation, around)
    assert.deepEqual(classicConversation(conversation, contact, around), {
      meta: {
        sender: classicContact(contact),
        channel: 'Channel::Api',
        assignee: shownAgent,
        assignee_type: 'User',
        team: shownTeam,
        hmac_verified: true,
      },
      id: 21,
      messages: [pushed],
      account_id: 7,
      uuid: conversation.uuid,
      additional_attributes: { referer: 'https://example.com' },
      agent_last_seen_at: 0,
      assignee_last_seen_at: 0,
      can_reply: true,
      contact_last_seen_at: then,
      custom_attributes: { paso: 2 },
      inbox_id: 3,
      labels: ['vip'],
      muted: false,
      snoozed_until: made,
      status: 'snoozed',
      created_at: then,
      updated_at: then + 0.25,
      timestamp: then,
      first_reply_created_at: 0,
      unread_count: 2,
      last_non_activity_message: pushed,
      last_activity_at: then,
      priority: null,
      waiting_since: then,
      sla_policy_id: null,
    })
  })

  test('omits a missing message, assignee and team', () => {
    const alone = { ...conversation, assignee: null, team: null, last_message: null, priority: 'high' as const }
    const { meta, messages, last_non_activity_message, priority } = classicConversation(alone, contact, around)
    assert.deepEqual(Object.keys(meta), ['sender', 'channel', 'hmac_verified'])
    assert.deepEqual([messages, last_non_activity_message, priority], [[], null, 'high'])
  })

  test('is muted when its contact is blocked', () => {
    assert.equal(classicConversation(conversation, { ...contact, blocked: true }, around).muted, true)
  })

  test('is shorter as a search result', () => {
    const { message, agent, ...rest } = searchedConversation(conversation, contact, around)
    assert.deepEqual(rest, {
      id: 21,
      account_id: 7,
      created_at: then,
      contact: searchedContact(contact),
      inbox: { id: 3, channel_id: 3, name: 'WhatsApp', channel_type: 'Channel::Api' },
    })
    assert.equal(message?.content, 'Hola')
    const shown = { id: 4, available_name: 'Ana', email: 'ana@example.com', name: 'Ana', role: 'agent' }
    assert.deepEqual(agent, shown)
  })
})

describe('The workspace', () => {
  test('shows agents and teams', () => {
    assert.deepEqual(classicAgent('7', agent), shownAgent)
    assert.deepEqual(classicTeam('7', team), shownTeam)
  })

  test('shows an inbox with the keys of its channel, and empty values for unused settings', () => {
    const base = { ...new_inbox, ...inbox, token: 'T', connection: null, member_ids: [] }
    const times = { created_at: made, updated_at: made }
    const api = classicInbox({ ...base, ...times, channel: 'api', settings: {} } as Inbox, account)
    assert.deepEqual([api.inbox_identifier, api.webhook_url, api.hmac_mandatory], ['T', null, false])
    assert.ok(!('website_token' in api))
    assert.equal(api.working_hours.length, 7)
    const settings = { color: '#0f766e', greeting_title: 'Hola', identity_verification: 'required' as const }
    const site = classicInbox({ ...base, ...times, channel: 'web_widget', settings } as Inbox, account)
    assert.deepEqual([site.website_token, site.widget_color, site.welcome_title], ['T', '#0f766e', 'Hola'])
    assert.equal(site.hmac_mandatory, true)
    assert.ok(!('inbox_identifier' in site))
  })

  test('shows notes, labels, canned responses and attribute definitions', () => {
    const author = { type: 'api_key' as const, id: '5', name: 'Café' }
    const note = classicNote({ id: '2', contact_id: '12', body: 'Llamar', author, created_at: made }, account)
    assert.deepEqual(
      [note.id, note.content, note.account_id, note.contact_id, note.user.id, note.user.name, note.created_at],
      [2, 'Llamar', 7, 12, 0, 'Café', then],
    )
    const label = { id: '8', title: 'vip', description: null, color: '#1f93ff', created_at: made, updated_at: made }
    const shown = { id: 8, title: 'vip', description: null, color: '#1f93ff', show_on_sidebar: true }
    assert.deepEqual(classicLabel(label), shown)
    const times = { created_at: made, updated_at: made }
    const canned = { id: '1', inbox, short_code: 'hola', content: 'Buenas', ...times }
    const response = { id: 1, account_id: 7, short_code: 'hola', content: 'Buenas', ...times }
    assert.deepEqual(classicCannedResponse(canned, account), response)
    const definition = {
      id: '3',
      display_name: 'Plan',
      key: 'plan',
      model: 'contact_attribute' as const,
      type: 'list' as const,
      description: null,
      values: ['oro'],
      ...times,
    }
    assert.deepEqual(classicAttribute(definition), {
      id: 3,
      attribute_display_name: 'Plan',
      attribute_display_type: 'list',
      attribute_description: null,
      attribute_key: 'plan',
      regex_pattern: null,
      regex_cue: null,
      attribute_values: ['oro'],
      attribute_model: 'contact_attribute',
      default_value: null,
      ...times,
    })
  })

  test('accepts attribute types and models by name and by number', () => {
    assert.deepEqual(['0', 6, 7, 'link', 9].map(attributeType), ['text', 'list', 'checkbox', 'link', 9])
    assert.deepEqual(['0', 1, 'contact_attribute', undefined].map(attributeModel), [
      'conversation_attribute',
      'contact_attribute',
      'contact_attribute',
      undefined,
    ])
  })
})
