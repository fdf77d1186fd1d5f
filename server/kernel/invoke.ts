import type { z } from 'zod'
import { type Runtime, timingOf } from '#kernel/runtime.ts'
import type { Signal } from '#contract/signals.ts'
import { bind, type Sql } from '#db/sql.ts'
import { transaction } from '#db/database.ts'
import { recordAudit } from '#kernel/audit.ts'
import { asProblem, invalidInput } from '#kernel/refusals.ts'
import { type Actor, type AnyOperation, type Call, type Context, isRead, permissionsOf } from '#kernel/operation.ts'
import { type EmittedEvent, writeEvents } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'
import { hideSourceIds } from '#kernel/source-ids.ts'
import { forAgent } from '#kernel/agent-answers.ts'
import { toWriteAnswer } from '#kernel/write-answers.ts'

/** The only way to run an operation, from every door: permission, validation, one transaction, events. */
export async function invoke<O extends AnyOperation>(
  runtime: Runtime,
  [name, op]: readonly [string, O],
  actor: Actor,
  raw: unknown,
  call: Call,
): Promise<z.output<O['output']>> {
  authorise(op, actor)
  const input = op.input.safeParse(raw)
  if (!input.success) throw invalidInput(input.error, raw, op.input)
  try {
    if (isRead(op) || op.noTransaction) return await read(runtime, name, op, actor, input.data, call)
    return await write(runtime, name, op, actor, input.data, call)
  } catch (error) {
    throw await asProblem(error, runtime.database)
  }
}

/** Refuses unless the actor holds every permission the operation needs and the workspace uses its module. */
export function authorise(op: AnyOperation, actor: Actor): void {
  const missing = permissionsOf(op).filter((permission) => !actor.permissions.has(permission))
  // Operations on the installation stay invisible to members of a workspace.
  if (missing.includes('super_admin')) reject('not_found', 'There is no such resource.')
  if (missing.length > 0)
    reject('permission_denied', `This needs the permission ${missing.join(' and ')}, which this credential lacks.`)
  if (op.module && !actor.account.modules.includes(op.module))
    reject(
      'module_inactive',
      `The module ${op.module} is switched off; an administrator can add it to modules with PATCH /api/v1/account.`,
    )
}

async function read(runtime: Runtime, name: string, op: AnyOperation, actor: Actor, input: unknown, call: Call) {
  const { work, shares } = runtime.database
  const runner = op.analytics?.(input) ? shares.of(actor.account.id) : work
  const ctx = context(runtime, name, bind(runner), actor, noEvents, call.now)
  const result = await op.run(ctx, input)
  if (op.audit) await recordAudit({ ...ctx, sql: runtime.database.sql }, name, op.audit, input, call)
  if (op.streams) return result
  const answer = toWriteAnswer(op, ctx, toAnswer(op, actor, result))
  return call.forAgent ? forAgent(op, ctx, input, answer) : answer
}

/** The result as the caller may see it. Rejects one that does not match the output schema. */
export function toAnswer<O extends AnyOperation>(op: O, actor: Actor, result: unknown): z.output<O['output']> {
  return hideSourceIds(actor, op.output.parse(result))
}

function noEvents(): never {
  throw new Error('A read cannot emit events')
}

async function write(runtime: Runtime, name: string, op: AnyOperation, actor: Actor, input: unknown, call: Call) {
  const outside = () => context(runtime, name, bind(runtime.database.work), actor, noEvents, call.now)
  const prepared = op.prepare && (await op.prepare(outside(), input))
  const result = await inTransaction(runtime, name, actor, op.undoes ? { ...call, undoes: true } : call, (ctx) => {
    const run = async () => {
      // A result that does not match the output schema rolls the change back.
      const output = toWriteAnswer(op, ctx, toAnswer(op, actor, await op.run(ctx, input, prepared)))
      if (op.audit) await recordAudit(ctx, name, op.audit, input, call)
      return output
    }
    return call.wrap ? call.wrap(ctx, run) : run()
  })
  void op
    .finish?.(runtime, prepared)
    .catch((err: unknown) => runtime.log.warn({ err, operation: name }, 'an outside service was not informed'))
  return result
}

/** Runs a read that is no operation: each statement stands alone, and no events can be emitted. */
export function withoutTransaction<T>(
  runtime: Runtime,
  name: string,
  actor: Actor,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  return run(context(runtime, name, bind(runtime.database.work), actor, noEvents))
}

/** Runs one transaction and commits it together with its events. Operations, timers and subscribers use it. */
export async function inTransaction<T>(
  runtime: Runtime,
  name: string,
  actor: Actor,
  call: Call,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const emitted: EmittedEvent[] = []
  const signals: Signal[] = []
  let topics: string[] = []
  const store = async (sql: Sql) => void (topics = await writeEvents(sql, emitted, { actor, call, runtime }))
  const result = await transaction(
    runtime.database.work,
    (sql) => {
      const emit: Context['emit'] = (event, payload, options) => emitted.push({ name: event, payload, ...options })
      const signal: Context['signal'] = (signalled) => signals.push(signalled)
      return run({ ...context(runtime, name, sql, actor, emit, call.now), signal })
    },
    (sql) => (emitted.length > 0 ? store(sql) : undefined),
    call.isolation,
  )
  if (emitted.length > 0) runtime.notify(topics)
  for (const each of signals) runtime.signal(actor.account.id, each)
  return result
}

function context(
  runtime: Runtime,
  operation: string,
  sql: Sql,
  actor: Actor,
  emit: Context['emit'],
  now = new Date(),
): Context {
  const { config, secret, embedder, model, channels, checkUrl = () => undefined, fetchPage } = runtime
  const outside = { embedder, model, channels, checkUrl, fetchPage }
  const { undoSeconds } = timingOf(runtime)
  const { base_url } = config
  return { operation, sql, actor, now, emit, signal: noEvents, base_url, secret, undoSeconds, ...outside }
}
