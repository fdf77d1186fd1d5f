import type { Agent, Team } from '#contract/records/people.ts'

/** An agent as classic clients know them. */
export function classicAgent(account_id: string, agent: Agent) {
  return {
    id: Number(agent.id),
    account_id: Number(account_id),
    availability_status: agent.availability,
    auto_offline: agent.auto_offline,
    confirmed: true,
    email: agent.email,
    provider: 'email',
    available_name: agent.name,
    name: agent.name,
    role: agent.role,
    thumbnail: '',
    custom_role_id: null,
  }
}

/** A member of the team as the sender of a message. Programs are users without an id of their own, so theirs is 0. */
export function classicUser({ id, name }: { id: string | null; name: string }, agent?: Agent) {
  return {
    id: Number(id ?? 0),
    name,
    available_name: name,
    avatar_url: '',
    type: 'user',
    availability_status: agent?.availability ?? 'offline',
    thumbnail: '',
  }
}

/** An automated sender. */
export function classicBot({ id, name }: { id: string | null; name: string }) {
  return { id: Number(id ?? 0), name, avatar_url: '', type: 'agent_bot' }
}

/** A team as classic clients know it. The account token is a member of no team. */
export function classicTeam(account_id: string, team: Team) {
  return {
    id: Number(team.id),
    name: team.name,
    description: team.description,
    allow_auto_assign: team.allow_auto_assign,
    account_id: Number(account_id),
    is_member: false,
  }
}
