import type { Settings } from '#domains/assistant/config/rules.ts'
import type { Context } from '#kernel/operation.ts'

export type StoredSettings = { settings: Partial<Settings>; updated_at: string | null }

/** Stored settings of an inbox's AI agent; empty if never set. */
export async function get({ sql, actor }: Context, inbox_id: string): Promise<StoredSettings> {
  const [row] = await sql<StoredSettings>`
    select settings, updated_at from ai_agents where account_id = ${actor.account.id} and inbox_id = ${inbox_id}`
  return row ?? { settings: {}, updated_at: null }
}

export async function save({ sql, actor, now }: Context, inbox_id: string, settings: Settings): Promise<void> {
  await sql`
    insert into ai_agents (account_id, inbox_id, settings, updated_at) values (${actor.account.id}, ${inbox_id}, ${settings}, ${now})
    on conflict (account_id, inbox_id) do update set settings = excluded.settings, updated_at = excluded.updated_at`
}

export type Prompt = { prompt: string | null; updated_at: string | null }

/** The prompt of the AI agent, visible to administrators and the agent itself only. */
export async function getPrompt({ sql, actor }: Context, inbox_id: string): Promise<Prompt> {
  const [row] = await sql<Prompt>`
    select prompt, prompt_updated_at as updated_at from ai_agents
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id}`
  return row ?? { prompt: null, updated_at: null }
}

export async function savePrompt({ sql, actor, now }: Context, inbox_id: string, prompt: string | null): Promise<void> {
  await sql`
    insert into ai_agents (account_id, inbox_id, prompt, prompt_updated_at, updated_at)
    values (${actor.account.id}, ${inbox_id}, ${prompt}, ${now}, ${now})
    on conflict (account_id, inbox_id) do update set prompt = excluded.prompt, prompt_updated_at = excluded.prompt_updated_at`
}
