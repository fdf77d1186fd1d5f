import { events } from '#contract/events.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Signal } from '#contract/signals.ts'
import type { Standing } from '#domains/access/listeners.ts'
import type { Said } from '#doors/live/stream.ts'
import type { Happened } from '#kernel/tail.ts'

type Hearer = Pick<Standing, 'user_id' | 'permissions' | 'visibility' | 'teams'>
type Place = Pick<Conversation, 'id'> & { assignee: { id: string } | null; team: { id: string } | null }
type Changes = Partial<Record<'assignee' | 'team', { from: unknown }>>

/**
 * What someone is told of an event or a signal: it as it is, nothing when it is not for them, and only that a
 * conversation is gone from their sight when it was theirs to see before.
 */
export function hear(hearer: Hearer, said: Happened | Signal): Said | undefined {
  const reader = said.name === 'conversation.typing' ? 'conversations:read' : events[said.name]?.reader
  // A name this version does not know comes from a newer node.
  if (!reader || !hearer.permissions.has(reader)) return undefined
  if (!('conversation' in said.payload)) return { name: said.name, data: said }

  const { conversation } = said.payload
  if (isVisible(hearer, conversation)) return { name: said.name, data: said }
  const changes = 'changes' in said.payload ? (said.payload.changes as Changes) : {}
  if (!isVisible(hearer, before(conversation, changes))) return undefined
  const name = 'conversation.hidden'
  return { name, data: { ...said, name, payload: { conversation_id: conversation.id } } }
}

/** The same as `visible` in domains/access/visibility.ts says of rows. */
function isVisible({ user_id, visibility, teams }: Hearer, { assignee, team }: Place): boolean {
  if (visibility === 'all' || assignee?.id === user_id) return true
  return visibility === 'team' && team !== null && teams.has(team.id)
}

function before(conversation: Place, { assignee, team }: Changes): Place {
  return {
    id: conversation.id,
    assignee: assignee ? (assignee.from as Place['assignee']) : conversation.assignee,
    team: team ? (team.from as Place['team']) : conversation.team,
  }
}
