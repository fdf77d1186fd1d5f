import { events } from '#contract/events.ts'
import { type Signal, signals } from '#contract/signals.ts'
import type { Standing } from '#domains/access/listeners.ts'
import type { Said } from '#doors/live/stream.ts'
import type { Happened } from '#kernel/tail.ts'

type Hearer = Pick<Standing, 'user_id' | 'permissions' | 'visibility' | 'teams' | 'teammates'>
type One = { id: string } | null
type Seen = { id: string; assignee?: One; team?: One; owner?: One; entity?: { owner: One } }
type Changes = Partial<Record<'assignee' | 'team' | 'owner', { from: unknown }>>

/**
 * What someone is told of an event or a signal: it as it is, nothing when it is not for them, and only that a record is
 * gone from their sight when it was theirs to see before.
 */
export function hear(hearer: Hearer, said: Happened | Signal): Said | undefined {
  const reader = isSignal(said) ? 'conversations:read' : events[said.name]?.reader
  // A name this version does not know comes from a newer node.
  if (!reader || !hearer.permissions.has(reader)) return undefined
  const payload = said.payload as Record<string, Seen> & { changes?: Changes }
  const kind = Object.keys(visibleTo).find((each) => each in payload) as keyof typeof visibleTo | undefined
  const record = kind && payload[kind]
  if (!record || visibleTo[kind](hearer, record)) return { name: said.name, data: said }
  if (!visibleTo[kind](hearer, before(record, payload.changes ?? {}))) return undefined
  const name = `${kind}.hidden`
  return { name, data: { ...said, name, payload: { [`${kind}_id`]: record.id } } }
}

const isSignal = (said: Happened | Signal): said is Signal => signals.some((name) => name === said.name)

/** The same as domains/access/visibility.ts says of rows. */
const visibleTo = {
  conversation: ({ user_id, visibility, teams }: Hearer, { assignee, team }: Seen) =>
    visibility === 'all' || assignee?.id === user_id || (visibility === 'team' && team != null && teams.has(team.id)),
  lead: (hearer: Hearer, { owner }: Seen) => isOurs(hearer, owner),
  opportunity: (hearer: Hearer, { owner }: Seen) => isOurs(hearer, owner),
  // What is about somebody else's record is still heard by who is to do it.
  activity: (hearer: Hearer, { assignee, entity }: Seen) =>
    assignee?.id === hearer.user_id || isOurs(hearer, entity?.owner),
}

function isOurs({ user_id, visibility, teammates }: Hearer, owner: One | undefined): boolean {
  if (visibility === 'all' || owner?.id === user_id) return true
  return visibility === 'team' && owner != null && teammates.has(owner.id)
}

/** The record as it was, where who may see it changed. */
function before(record: Seen, { assignee, team, owner }: Changes): Seen {
  return {
    ...record,
    ...(assignee && { assignee: assignee.from as One }),
    ...(team && { team: team.from as One }),
    ...(owner && { owner: owner.from as One }),
  }
}
