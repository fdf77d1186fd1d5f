import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { literal, part } from '#db/sql.ts'
import { attributeColumn, type Columns } from '#domains/contacts/csv/table.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import { type Cell, type CsvLanguage, toLocalTime } from '#kernel/csv.ts'
import { attributeCell, streamCsv } from '#kernel/csv-stream.ts'
import type { Context } from '#kernel/operation.ts'
import { status_words } from './cell-rules.ts'
import { computed_headings, headingOf, type Headings } from './columns.ts'

type ListRow = (Lead | Opportunity) & { place: string }
/** Cells by field, in the order of the columns. */
export type Cells<Row> = Record<string, (row: Row) => Cell>

type Export<Row> = {
  table: 'leads' | 'opportunities'
  headings: Headings
  columns: Columns & { fields: readonly string[] }
  cells: Cells<Row>
  read: (after: string[] | undefined, limit: number) => Promise<Row[]>
}

/** Streams leads or opportunities as CSV, newest first. */
export async function exportRecords<Row extends ListRow>(
  ctx: Context,
  language: CsvLanguage | undefined,
  { table, headings, columns, cells, read }: Export<Row>,
): Promise<AsyncIterable<string>> {
  const keys = await listAttributeKeys(ctx, table)
  const names = { ...headings, ...computed_headings }
  const attributes = keys.map((key) => attributeColumn(key, columns.fields, columns.aliases))
  return streamCsv({
    header: [...Object.keys(cells).map((field) => headingOf(names, field, language)), ...attributes],
    language,
    read,
    keys: ({ created_at, id }) => [created_at, id],
    cells: (row) => [
      ...Object.values(cells).map((cell) => cell(row)),
      ...keys.map((key) => attributeCell(row.custom_attributes[key])),
    ],
  })
}

/** The keys of the custom attributes of the records the caller may see. */
async function listAttributeKeys(ctx: Context, table: 'leads' | 'opportunities'): Promise<string[]> {
  const rows = await ctx.sql<{ key: string }>`
    select distinct key from ${literal(table)} r, jsonb_object_keys(r.custom_attributes) as key
     where r.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`r`)} order by key`
  return rows.map(({ key }) => key)
}

/** Cells that leads and opportunities share, before and after their own. */
export function sharedCells({ actor }: Context, language: CsvLanguage | undefined) {
  const when = (moment: string | null) => (moment && language ? toLocalTime(moment, actor.account.time_zone) : moment)
  return {
    when,
    people: {
      owner: ({ owner }) => owner?.email,
      contact_name: ({ contact }) => contact?.name,
      contact_email: ({ contact }) => contact?.email,
      contact_phone: ({ contact }) => contact?.phone_number,
    } satisfies Cells<ListRow>,
    state: {
      pipeline: ({ pipeline }) => pipeline.name,
      stage: ({ stage }) => stage.name,
      status: ({ status }) => (language ? status_words[language][status] : status),
      lost_reason: ({ lost_reason }) => lost_reason,
    } satisfies Cells<ListRow>,
    attribution: {
      utm_source: ({ utm_source }) => utm_source,
      utm_medium: ({ utm_medium }) => utm_medium,
      utm_campaign: ({ utm_campaign }) => utm_campaign,
      attribution_detail: ({ attribution_detail }) => attribution_detail,
    } satisfies Cells<ListRow>,
  }
}
