import type { z } from 'zod'
import { historyEvents } from '#contract/conversation-events.ts'
import type { Author } from '#contract/records/author.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#kernel/audit.ts'
import type { Actor, AnyOperation, Context } from '#kernel/operation.ts'
import { author, type PastEvent } from '#kernel/outbox.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Registry, registry } from '#registry'

export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000

/** Runs an operation as of a past moment, as the administrator unless another actor is given. */
export type Act = <N extends keyof Registry>(
  name: N,
  input: z.input<Registry[N]['input']>,
  at: number,
  as?: Partial<Actor>,
) => Promise<z.output<Registry[N]['output']>>

/** Writes the demo's history: everything runs in one transaction, dated at its moment in the past. */
export type Past = {
  sql: Sql
  base_url: string
  act: Act
  /** Runs the product's own code, such as a timer or subscriber, as of a past moment. */
  happen<T>(name: string, as: Author, at: number, run: (ctx: Context) => Promise<T>): Promise<T>
  /** The events that belong to the histories of conversations and contacts. */
  events: PastEvent[]
  agents: readonly Actor[]
  account_id: string
  time_zone: string
  now: number
}

/**
 * Operations run on the given transaction without deliveries: nobody may be notified of invented history, and the worker
 * would have thousands of them to discard. Only events with a line in a history are kept. Documents are embedded with the
 * built-in model, so that nothing leaves the server.
 */
export function openPast(runtime: Runtime, sql: Sql, agents: readonly Actor[]): Past {
  const [administrator] = agents
  const { id: account_id, time_zone } = administrator!.account
  const { config, secret, checkUrl = () => undefined } = runtime
  const events: PastEvent[] = []
  const context = (operation: string, as: Partial<Actor>, at: number): Context => ({
    operation,
    sql,
    actor: { ...administrator!, ...as },
    now: new Date(at),
    emit: (name, payload, options) => {
      const actor = options?.author ?? author({ ...administrator!, ...as })
      if (historyEvents.has(name)) events.push({ name, payload, actor, at: new Date(at) })
    },
    signal: () => {},
    base_url: config.base_url,
    secret,
    undoSeconds: 0,
    embedder: undefined,
    model: undefined,
    checkUrl,
  })
  const run = async (name: string, op: AnyOperation, ctx: Context, raw: object) => {
    const input = op.input.parse(raw)
    const prepared = op.prepare && [await op.prepare(ctx, input)]
    const result = await op.run(ctx, input, ...((prepared ?? []) as []))
    if (op.audit) await recordAudit(ctx, name, op.audit, input, { request_id: 'demo' })
    return result as never
  }
  return {
    sql,
    base_url: config.base_url,
    events,
    agents,
    account_id,
    time_zone,
    now: Date.now(),
    act: (name, input, at, as = {}) => run(name, registry[name], context(name, as, at), input),
    happen: (name, as, at, run) => run(context(name, { ...as, user_id: null }, at)),
  }
}
