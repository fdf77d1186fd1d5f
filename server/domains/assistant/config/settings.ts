import type { AiAdjustment, AiConfig, AiConfigChanges } from '#contract/records/assistant.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import * as rules from './rules.ts'
import * as agents from '#domains/assistant/store.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { updateInbox } from '#domains/workspace/inboxes/update.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { pick } from '#domains/workspace/pick.ts'
import * as teams from '#domains/workspace/teams.ts'
import { unknownVariables } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Settings of the inbox's AI agent, within the current plan's limits. */
export async function loadSettings(ctx: Context, inbox_id: string): Promise<rules.Settings> {
  const { settings } = await agents.get(ctx, inbox_id)
  return rules.sanitize(rules.complete(settings), ctx.actor.account.plan).settings
}

/** The configuration as shown, with names instead of ids; deleted records are left out. */
export async function loadConfig(ctx: Context, inbox: Inbox): Promise<AiConfig> {
  const [{ settings, updated_at }, all] = await Promise.all([agents.get(ctx, inbox.id), listChoices(ctx)])
  const { rag, handover, bypass_label_ids, ...plain } = rules.sanitize(
    rules.withCollections(rules.complete(settings), all.collections),
    ctx.actor.account.plan,
  ).settings
  const { collection_ids, ...found } = rag
  const { team_id, ...handing } = handover
  return {
    inbox: { id: inbox.id, name: inbox.name },
    enabled: inbox.ai_agent_enabled,
    ...plain,
    rag: { ...found, collections: havingIds(all.collections, collection_ids).map(({ name }) => name) },
    bypass_labels: havingIds(all.labels, bypass_label_ids).map(({ title }) => title),
    handover: { ...handing, team: havingIds(all.teams, team_id === null ? [] : [team_id])[0]?.name ?? null },
    updated_at,
  }
}

/** Applies the changes and returns the adjustments to the plan's limits. */
export async function updateConfig(ctx: Context, id: string, changes: AiConfigChanges): Promise<AiAdjustment[]> {
  const { enabled, rag, handover, bypass_labels, ...plain } = changes
  checkVariables(handover?.message)
  // The lock serialises concurrent changes to one inbox.
  await inboxes.getLocked(ctx, id)
  const { settings: before } = await agents.get(ctx, id)
  const all = await listChoices(ctx)
  const wanted = rules.revise(rules.withCollections(rules.complete(before), all.collections), {
    ...plain,
    ...(plain.enabled_tools && { enabled_tools: [...new Set(plain.enabled_tools)] }),
    rag: rag && { ...omit(rag, 'collections'), collection_ids: rag.collections && collectionIds(all, rag.collections) },
    bypass_label_ids: bypass_labels?.map((title) => resolveId(all.labels, title, 'label', 'config/bypass_labels')),
    handover: handover && {
      ...omit(handover, 'team'),
      ...(handover.message !== undefined && { message: handover.message?.trim() || null }),
      ...(handover.team !== undefined && {
        team_id: handover.team ? resolveId(all.teams, handover.team, 'team', 'config/handover/team') : null,
      }),
    },
  })
  const { settings, adjusted } = rules.sanitize(wanted, ctx.actor.account.plan)
  await agents.save(ctx, id, settings)
  if (enabled !== undefined) await updateInbox(ctx, id, { ai_agent_enabled: enabled })
  return adjusted
}

type Choices = Awaited<ReturnType<typeof listChoices>>

async function listChoices(ctx: Context) {
  const [allLabels, allTeams, allCollections] = await Promise.all([
    labels.list(ctx),
    teams.list(ctx),
    collections.list(ctx),
  ])
  return { labels: allLabels, teams: allTeams, collections: allCollections }
}

function collectionIds({ collections }: Choices, names: readonly string[]): string[] {
  return [...new Set(names.map((name) => resolveId(collections, name, 'collection', 'config/rag/collections')))]
}

function resolveId(
  rows: readonly ({ id: string } & ({ name: string } | { title: string }))[],
  name: string,
  what: string,
  field: string,
): string {
  const names = (row: (typeof rows)[number]) => ['title' in row ? row.title : row.name]
  return pick(rows, { name }, { what, fields: [field, field], names }).id
}

function havingIds<T extends { id: string }>(rows: readonly T[], wanted: readonly string[]): T[] {
  return rows.filter(({ id }) => wanted.includes(id))
}

function omit<T extends object, K extends keyof T>(all: T, without: K): Omit<T, K> {
  const { [without]: _, ...others } = all
  return others
}

/** Refuses unknown variables now, before a customer would see them. */
function checkVariables(message: string | null | undefined): void {
  const unknown = unknownVariables(message ?? '')
  if (unknown.length > 0)
    reject(
      'invalid_value',
      `There is no variable ${unknown.join(', ')}; correct or remove it.`,
      'config/handover/message',
    )
}
