import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Team } from '#contract/records/people.ts'
import { channelType } from '#doors/classic/shapes/channels.ts'
import { classicContact, type ContactWithIdentities } from '#doors/classic/shapes/contact.ts'
import { type Authors, embeddedMessage } from '#doors/classic/shapes/message.ts'
import { fractionalSeconds, seconds } from '#doors/classic/shapes/timestamps.ts'
import { classicAgent, classicTeam } from '#doors/classic/shapes/people.ts'

/** Records that conversations and their messages refer to, by id. */
export type References = Omit<Authors, 'contacts'> & {
  contacts: ReadonlyMap<string, ContactWithIdentities>
  teams: ReadonlyMap<string, Team>
  messages: ReadonlyMap<string, Message>
}

/** A conversation as classic clients know it, with its contact and its last message. */
export function classicConversation(
  conversation: Conversation,
  contact: ContactWithIdentities,
  references: References,
) {
  const { account, messages } = references
  const last = conversation.last_message && messages.get(conversation.last_message.id)
  const pushed = last ? embeddedMessage(last, conversation, references) : null
  return {
    meta: metaOf(conversation, contact, references),
    id: Number(conversation.id),
    messages: pushed ? [pushed] : [],
    account_id: Number(account.id),
    uuid: conversation.uuid,
    additional_attributes: conversation.additional_attributes,
    agent_last_seen_at: seconds(conversation.agent_last_seen_at),
    assignee_last_seen_at: 0,
    can_reply: true,
    contact_last_seen_at: seconds(conversation.contact_last_seen_at),
    custom_attributes: conversation.custom_attributes,
    inbox_id: Number(conversation.inbox.id),
    labels: conversation.labels,
    muted: contact.blocked,
    snoozed_until: conversation.snoozed_until,
    status: conversation.status,
    created_at: seconds(conversation.created_at),
    updated_at: fractionalSeconds(conversation.updated_at),
    timestamp: seconds(conversation.last_activity_at),
    first_reply_created_at: seconds(conversation.first_reply_at),
    unread_count: conversation.unread_count,
    last_non_activity_message: pushed?.message_type === 2 ? null : pushed,
    last_activity_at: seconds(conversation.last_activity_at),
    priority: conversation.priority === 'none' ? null : conversation.priority,
    waiting_since: seconds(conversation.waiting_since),
    sla_policy_id: null,
  }
}

function metaOf(conversation: Conversation, contact: ContactWithIdentities, { account, agents, teams }: References) {
  const { assignee, team, inbox, source_id } = conversation
  const agent = assignee && agents.get(assignee.id)
  const group = team && teams.get(team.id)
  const identity = contact.channel_identities.find((each) => each.inbox.id === inbox.id && each.source_id === source_id)
  return {
    sender: classicContact(contact),
    channel: channelType(conversation.channel),
    ...(agent && { assignee: classicAgent(account.id, agent), assignee_type: 'User' }),
    ...(group && { team: classicTeam(account.id, group) }),
    hmac_verified: identity?.verified ?? false,
  }
}
