import type { AiAdjustment, AiConfig, AiConfigChanges } from '#contract/records/assistant.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import * as rules from '#domains/assistant/config-rules.ts'
import * as agents from '#domains/assistant/store.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as collections from '#domains/knowledge/collections.ts'
import { changeInbox } from '#domains/workspace/changing.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { pick } from '#domains/workspace/reference.ts'
import * as teams from '#domains/workspace/teams.ts'
import { unknownIn } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** How the AI agent of an inbox behaves: what was set, as far as the plan allows it now. */
export async function settingsOf(ctx: Context, inbox_id: string): Promise<rules.Settings> {
  const { settings } = await agents.get(ctx, inbox_id)
  return rules.sanitize(rules.complete(settings), ctx.actor.account.plan).settings
}

/** The same as people see it, with names in place of ids. What is gone meanwhile is left out. */
export async function show(ctx: Context, inbox: Inbox): Promise<AiConfig> {
  const [{ settings, updated_at }, all] = await Promise.all([agents.get(ctx, inbox.id), everything(ctx)])
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
    rag: { ...found, collections: known(all.collections, collection_ids).map(({ name }) => name) },
    bypass_labels: known(all.labels, bypass_label_ids).map(({ title }) => title),
    handover: { ...handing, team: known(all.teams, team_id === null ? [] : [team_id])[0]?.name ?? null },
    updated_at,
  }
}

/** Changes what is given, and answers what the plan did not allow of the whole. */
export async function configure(ctx: Context, id: string, changes: AiConfigChanges): Promise<AiAdjustment[]> {
  const { enabled, rag, handover, bypass_labels, ...plain } = changes
  checkWords(handover?.message)
  // Whoever changes one inbox at the same time waits here, and then sees what this has changed.
  await inboxes.getLocked(ctx, id)
  const { settings: before } = await agents.get(ctx, id)
  const all = await everything(ctx)
  const wanted = rules.revise(rules.withCollections(rules.complete(before), all.collections), {
    ...plain,
    ...(plain.enabled_tools && { enabled_tools: [...new Set(plain.enabled_tools)] }),
    rag: rag && { ...rest(rag, 'collections'), collection_ids: rag.collections && ids(all, rag.collections) },
    bypass_label_ids: bypass_labels?.map((title) => meant(all.labels, title, 'label', 'config/bypass_labels')),
    handover: handover && {
      ...rest(handover, 'team'),
      ...(handover.message !== undefined && { message: handover.message?.trim() || null }),
      ...(handover.team !== undefined && {
        team_id: handover.team ? meant(all.teams, handover.team, 'team', 'config/handover/team') : null,
      }),
    },
  })
  const { settings, adjusted } = rules.sanitize(wanted, ctx.actor.account.plan)
  await agents.put(ctx, id, settings)
  if (enabled !== undefined) await changeInbox(ctx, id, { ai_agent_enabled: enabled })
  return adjusted
}

type All = Awaited<ReturnType<typeof everything>>

async function everything(ctx: Context) {
  const [allLabels, allTeams, allCollections] = await Promise.all([
    labels.list(ctx),
    teams.list(ctx),
    collections.list(ctx),
  ])
  return { labels: allLabels, teams: allTeams, collections: allCollections }
}

function ids({ collections }: All, names: readonly string[]): string[] {
  return [...new Set(names.map((name) => meant(collections, name, 'collection', 'config/rag/collections')))]
}

function meant(
  rows: readonly ({ id: string } & ({ name: string } | { title: string }))[],
  name: string,
  what: string,
  field: string,
): string {
  const names = (row: (typeof rows)[number]) => ['title' in row ? row.title : row.name]
  return pick(rows, { name }, { what, fields: [field, field], names }).id
}

function known<T extends { id: string }>(rows: readonly T[], wanted: readonly string[]): T[] {
  return rows.filter(({ id }) => wanted.includes(id))
}

function rest<T extends object, K extends keyof T>(all: T, without: K): Omit<T, K> {
  const { [without]: _, ...others } = all
  return others
}

/** What nobody could fill in is said now, and not to a customer. */
function checkWords(message: string | null | undefined): void {
  const unknown = unknownIn(message ?? '')
  if (unknown.length > 0)
    reject(
      'invalid_value',
      `There is no variable ${unknown.join(', ')}; correct or leave it out.`,
      'config/handover/message',
    )
}
