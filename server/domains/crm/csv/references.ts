import type { LostReason, Pipeline } from '#contract/records/crm.ts'
import type { Agent } from '#contract/records/people.ts'
import { literal, part, type Part } from '#db/sql.ts'
import type { Line } from '#domains/contacts/csv/import-job.ts'
import { type Columns, readCsv } from '#domains/contacts/csv/table.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import * as agents from '#domains/workspace/agents.ts'
import type { AttributeSchema } from '#domains/workspace/custom-attributes/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { momentOf } from './cell-rules.ts'
import { lead_columns, opportunity_columns } from './columns.ts'
import { type KnownContacts, loadContacts } from './known-contacts.ts'

/** Everything the rows of a file can refer to, and the records that are already there. */
export type References = {
  pipelines: Pipeline[]
  agents: Agent[]
  reasons: LostReason[]
  contacts: KnownContacts
  existing: Set<string>
  defined: AttributeSchema[]
}

export const readLeads = (csv: string) => readCsv(csv, lead_columns satisfies Columns)
export const readOpportunities = (csv: string) => readCsv(csv, opportunity_columns satisfies Columns)

export async function loadReferences(
  ctx: Context,
  kind: pipelines.RecordKind,
  records: readonly Line[],
): Promise<References> {
  const [all, people, reasons, known, existing, defined] = await Promise.all([
    pipelines.list(ctx),
    agents.list(ctx),
    lostReasons.list(ctx),
    loadContacts(ctx, records),
    loadExisting(ctx, kind, records),
    customAttributes.definitions(ctx, kind === 'leads' ? 'lead_attribute' : 'opportunity_attribute'),
  ])
  return { pipelines: all, agents: people, reasons, contacts: known, existing, defined }
}

/** Identifies a record of the same file that is imported again. */
export function identify(name: string, created_at: Date | string, ...rest: (string | null)[]): string {
  return JSON.stringify([name, new Date(created_at).toISOString(), ...rest])
}

async function loadExisting(ctx: Context, kind: pipelines.RecordKind, records: readonly Line[]): Promise<Set<string>> {
  const moments = records.flatMap(({ cells }) => findMoment(ctx, cells) ?? [])
  if (moments.length === 0) return new Set()
  const of = literal(kind === 'leads' ? 'l' : 'o')
  const rest: Part = kind === 'leads' ? part`l.email, l.phone` : part`o.contact_id::text, null as phone`
  const rows = await ctx.sql<{ name: string; created_at: string; email?: string; contact_id?: string; phone: string }>`
    select ${of}.name, ${of}.created_at, ${rest} from ${literal(kind)} ${of}
     where ${of}.account_id = ${ctx.actor.account.id} and ${of}.created_at = any(${moments}::timestamptz[]) ${visibleTo(ctx, of)}`
  return new Set(
    rows.map(({ name, created_at, email, contact_id, phone }) =>
      kind === 'leads'
        ? identify(name, created_at, email ?? null, phone)
        : identify(name, created_at, contact_id ?? null),
    ),
  )
}

/** The creation date of a row, if it has a readable one. */
function findMoment({ actor }: Context, { created_at = '' }: Readonly<Record<string, string>>): Date | undefined {
  try {
    return created_at.trim() ? momentOf({ created_at }, 'created_at', actor.account) : undefined
  } catch {
    return undefined
  }
}

/** Refuses a row that was imported before, so that a file can be imported again after some of its rows were corrected. */
export function checkNew(existing: Set<string>, key: string, isDated: boolean): void {
  if (!isDated) return
  if (existing.has(key))
    reject('duplicate_value', 'It was imported before: the same title, contact and creation date are there.', 'name')
  existing.add(key)
}
