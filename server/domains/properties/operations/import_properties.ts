import { z } from 'zod'
import { type Property, PropertyImport } from '#contract/records/property.ts'
import { written } from '#contract/scalars.ts'
import { forEachRow, type ImportRow, type Outcome, readRow, readRows } from '#domains/properties/import-rows.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MAX_BYTES = 10 * 1024 * 1024

export const import_properties = operation({
  summary: 'Import properties from CSV. A known code updates that property; others are created.',
  description:
    'The first row names the columns: code, name, project_name, description, city, sector, address, operation, property_type, availability, ' +
    'list_price, currency, bedrooms, bathrooms, area_m2, parking_spaces, stratum, active, published, listing_url (or their Spanish names); ' +
    'any other column becomes a custom attribute. Empty cells change nothing. Refused rows are listed; the others are imported.',
  rest: 'POST /properties/imports',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  body_limit: MAX_BYTES,
  audit: { without: ['csv'] },
  input: z.strictObject({
    csv: written
      .max(MAX_BYTES)
      .describe('CSV text separated by comma, semicolon or tab, in UTF-8. May also be sent as a text/csv body.'),
    dry_run: z.boolean().optional().describe('Only validate and count; change nothing'),
  }),
  output: PropertyImport,

  prepare: (_ctx, { csv }) => readRows(csv),

  async run(ctx, { dry_run = false }, rows) {
    const { outcome, created, changed } = await plan(ctx, rows)
    if (!dry_run) await apply(ctx, created, changed)
    return { dry_run, ...outcome }
  },
})

type Change = { before: Property; after: rules.Fields; changes: ReturnType<typeof rules.changes> }

/** Plans the creations and updates. Imports of a workspace are serialised, so that concurrent ones do not conflict. */
async function plan(ctx: Context, rows: readonly ImportRow[]) {
  const { account } = ctx.actor
  await ctx.sql`select pg_advisory_xact_lock(hashtextextended(${`properties:${account.id}`}, 0))`
  const codes = rows.map(({ cells }) => cells.code?.trim() ?? '')
  const found = await properties.findByCodesLocked(ctx, codes)
  const keys = await properties.codeKeys(ctx, [...codes, ...found.map(({ code }) => code)])
  const keyOf = new Map(rows.map(({ row }, i) => [row, keys[i]!]))
  const known = new Map(found.map((each, i) => [keys[rows.length + i]!, each]))
  const outcome: Outcome = {
    total_rows: rows.length,
    created_count: 0,
    updated_count: 0,
    unchanged_count: 0,
    failed_count: 0,
    errors: [],
  }
  const rowOfCode = new Map<string, number>()
  const created: rules.Fields[] = []
  const changed: Change[] = []
  await forEachRow(rows, outcome, (row) => {
    const patch = readRow(row)
    const key = keyOf.get(row.row)!
    const first = rowOfCode.get(key)
    if (first) reject('duplicate_value', `Row ${first} has the same code; keep one of them.`, 'code')
    rowOfCode.set(key, row.row)
    const before = known.get(key)
    if (!before) {
      created.push(rules.create(patch, account))
      outcome.created_count++
      return
    }
    const after = rules.revise(before, patch, account)
    const changes = rules.changes(before, after)
    if (Object.keys(changes).length === 0) return void outcome.unchanged_count++
    changed.push({ before, after, changes })
    outcome.updated_count++
  })
  return { outcome, created, changed }
}

async function apply(ctx: Context, created: rules.Fields[], changed: Change[]): Promise<void> {
  for (const property of await properties.insertAll(ctx, created)) ctx.emit('property.created', { property })
  const updated = await properties.updateAll(
    ctx,
    changed.map(({ before, after }) => ({ ...after, id: before.id })),
  )
  const now = new Map(updated.map((property) => [property.id, property]))
  for (const { before, changes } of changed) ctx.emit('property.updated', { property: now.get(before.id)!, changes })
}
