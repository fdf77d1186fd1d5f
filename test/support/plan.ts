import pg from 'pg'
import { type Sql, statement } from '#db/sql.ts'
import type { Actor, AnyOperation, Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { registry } from '#registry'
import type { Input, Name } from '#test/workspace.ts'

/** The query plans of the statements that operations send. */
export function openPlans(runtime: Runtime, actor: Actor) {
  const { work, analytics: analysis, sql } = runtime.database
  const { secret, config } = runtime

  /** Records every statement sent during the run. */
  const record = async (run: (ctx: Context) => Promise<unknown>, operation = 'test', as = actor) => {
    const statements: Statement[] = []
    const recorded: Sql = (strings, ...values) => {
      statements.push(statement(strings, values))
      return sql(strings, ...values)
    }
    const silent = { emit: () => {}, signal: () => {}, checkUrl: () => undefined }
    await run({
      operation,
      sql: recorded,
      actor: as,
      now: new Date(),
      base_url: config.base_url,
      secret,
      undoSeconds: 10,
      ...silent,
    })
    return statements
  }

  /** The plans of all statements of an operation, in their order. */
  const plansOf = async <N extends Name>(name: N, input: Input<N>, as = actor): Promise<Plan[]> => {
    const op: AnyOperation = registry[name]
    const parsed = op.input.parse(input)
    const statements = await record((ctx) => op.run(ctx, parsed), name, as)
    const plans: Plan[] = []
    for (const each of statements) plans.push(await explain(each, op.analytics?.(parsed) ? analysis : work))
    return plans
  }

  return {
    plansOf,
    /** The plan of one of the statements, by default the last. */
    planOf: async <N extends Name>(name: N, input: Input<N>, which = -1, as = actor): Promise<Plan> =>
      (await plansOf(name, input, as)).at(which)!,
    /** The plan of the first statement of any other function. */
    planWhile: async (run: (ctx: Context) => Promise<unknown>): Promise<Plan> => explain((await record(run))[0]!, work),
  }
}

type Statement = { text: string; values: unknown[] }

type PlanNode = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

export type Plan = {
  /** The indexes used to read the table, or the name of the full scan. */
  indexes(table: string): string[]
  /** The number of its rows that were read, including rows filtered out. */
  rows(table: string): number
  text: string
}

/** Runs the statement prepared, as the pool does, and returns what it read. */
async function explain({ text, values }: Statement, pool: pg.Pool): Promise<Plan> {
  const client = await pool.connect()
  try {
    await client.query(`prepare probe as ${text}`)
    const execute = `execute probe${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
    const { rows } = await client.query(`explain (analyze, format json) ${execute}`)
    await client.query('deallocate probe')
    const root = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan
    const ran = flat(root).filter((node) => node['Actual Loops'] > 0)
    const of = (table: string) => ran.filter((node) => node['Relation Name'] === table)
    return {
      indexes: (table: string) => [...new Set(of(table).flatMap((node) => indexesOf(node)))].sort(),
      rows: (table: string) => of(table).reduce((sum, node) => sum + looked(node), 0),
      text: JSON.stringify(root),
    }
  } finally {
    client.release()
  }
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}

function indexesOf(node: PlanNode): string[] {
  if (node['Index Name']) return [node['Index Name']]
  if (node['Node Type'] !== 'Bitmap Heap Scan') return [node['Node Type']]
  return flat(node).flatMap((each) => each['Index Name'] ?? [])
}

function looked(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * node['Actual Loops'])
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
