import { z } from 'zod'
import { type Property, PropertyImport } from '#contract/records/property.ts'
import { written } from '#contract/scalars.ts'
import { forEachLine, type Line, type Outcome, readLine, readLines } from '#domains/properties/import-rows.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MOST_BYTES = 10 * 1024 * 1024
const MOST_ROWS = 5_000

export const import_properties = operation({
  summary: 'Import properties from CSV. Rows whose code is known update that property; the others create one.',
  description:
    'The first row names the columns: code, name, project_name, description, city, sector, address, operation, property_type, availability, ' +
    'list_price, currency, bedrooms, bathrooms, area_m2, parking_spaces, stratum, active, published, listing_url (or their Spanish names); ' +
    'any other column becomes a custom attribute. Empty cells change nothing. Rows that are refused are listed, and the others are done.',
  rest: 'POST /properties/imports',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  body_limit: MOST_BYTES,
  audit: { without: ['csv'] },
  input: z.strictObject({
    csv: written
      .max(MOST_BYTES)
      .describe('The file: comma, semicolon or tab separated, UTF-8. May also be sent as the body, as text/csv.'),
    dry_run: z.boolean().optional().describe('Only check, and count what would happen'),
  }),
  output: PropertyImport,

  async run(ctx, { csv, dry_run = false }) {
    const lines = readLines(csv)
    if (lines.length > MOST_ROWS) reject('invalid_value', `At most ${MOST_ROWS} rows at once; split the file.`, 'csv')
    const { outcome, made, changed } = await plan(ctx, lines)
    if (!dry_run) await apply(ctx, made, changed)
    return { dry_run, ...outcome }
  },
})

type Change = { before: Property; after: rules.Fields; changes: ReturnType<typeof rules.changes> }

/** What each row means for the catalog. Imports take turns, so that two of the same file do not get in each other's way. */
async function plan(ctx: Context, lines: readonly Line[]) {
  const { account } = ctx.actor
  await ctx.sql`select pg_advisory_xact_lock(hashtextextended(${`properties:${account.id}`}, 0))`
  const codes = lines.map(({ cells }) => cells.code?.trim() ?? '')
  const found = await properties.findByCodesLocked(ctx, codes)
  const keys = await properties.codeKeys(ctx, [...codes, ...found.map(({ code }) => code)])
  const keyOf = new Map(lines.map(({ row }, i) => [row, keys[i]!]))
  const known = new Map(found.map((each, i) => [keys[lines.length + i]!, each]))
  const outcome: Outcome = {
    total_rows: lines.length,
    created_count: 0,
    updated_count: 0,
    unchanged_count: 0,
    failed_count: 0,
    errors: [],
  }
  const seen = new Map<string, number>()
  const made: rules.Fields[] = []
  const changed: Change[] = []
  await forEachLine(lines, outcome, (line) => {
    const patch = readLine(line)
    const key = keyOf.get(line.row)!
    const first = seen.get(key)
    if (first) reject('duplicate_value', `Row ${first} has the same code; keep one of them.`, 'code')
    seen.set(key, line.row)
    const before = known.get(key)
    if (!before) {
      made.push(rules.create(patch, account))
      outcome.created_count++
      return
    }
    const after = rules.revise(before, patch, account)
    const changes = rules.changes(before, after)
    if (Object.keys(changes).length === 0) return void outcome.unchanged_count++
    changed.push({ before, after, changes })
    outcome.updated_count++
  })
  return { outcome, made, changed }
}

async function apply(ctx: Context, made: rules.Fields[], changed: Change[]): Promise<void> {
  for (const property of await properties.insertAll(ctx, made)) ctx.emit('property.created', { property })
  const written = await properties.updateAll(
    ctx,
    changed.map(({ before, after }) => ({ ...after, id: before.id })),
  )
  const now = new Map(written.map((property) => [property.id, property]))
  for (const { before, changes } of changed) ctx.emit('property.updated', { property: now.get(before.id)!, changes })
}
