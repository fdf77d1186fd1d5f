import type { z } from 'zod'
import type { Runtime } from '#kernel/runtime.ts'
import type { Signal } from '#contract/signals.ts'
import { bind, type Sql } from '#db/sql.ts'
import { transaction } from '#db/database.ts'
import { recordAudit } from '#kernel/audit.ts'
import { asProblem, invalidInput } from '#kernel/refusals.ts'
import { type Actor, type AnyOperation, type Call, type Context, isRead, permissionsOf } from '#kernel/operation.ts'
import { type Emitted, writeEvents } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** The only way an operation ever runs, whichever door: permission, validation, one transaction, events. */
export async function invoke<O extends AnyOperation>(
  runtime: Runtime,
  [name, op]: readonly [string, O],
  actor: Actor,
  raw: unknown,
  call: Call,
): Promise<z.output<O['output']>> {
  authorise(op, actor)
  const input = op.input.safeParse(raw)
  if (!input.success) throw invalidInput(input.error, raw)
  try {
    if (isRead(op) || op.apart) return await read(runtime, name, op, actor, input.data, call)
    return await write(runtime, name, op, actor, input.data, call)
  } catch (error) {
    throw await asProblem(error, runtime.database)
  }
}

/** Refuses unless the actor holds every permission the operation asks for, and the workspace uses its module. */
export function authorise(op: AnyOperation, actor: Actor): void {
  const missing = permissionsOf(op).filter((permission) => !actor.permissions.has(permission))
  // What belongs to the installation is not shown to those who only have a workspace.
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
  const pool = op.analysis?.(input) ? runtime.database.analysis : runtime.database.work
  const ctx = context(runtime, name, bind(pool), actor, noEvents, call.now)
  const result = await op.run(ctx, input)
  if (op.audit) await recordAudit({ ...ctx, sql: runtime.database.sql }, name, op.audit, input, call)
  return op.streams ? result : op.output.parse(result)
}

function noEvents(): never {
  throw new Error('A read records no event')
}

function write(runtime: Runtime, name: string, op: AnyOperation, actor: Actor, input: unknown, call: Call) {
  return within(runtime, name, actor, call, (ctx) => {
    const run = async () => {
      // A result that is not what was promised undoes the change.
      const output = op.output.parse(await op.run(ctx, input))
      if (op.audit) await recordAudit(ctx, name, op.audit, input, call)
      return output
    }
    return call.around ? call.around(ctx, run) : run()
  })
}

/** What a read is handed, where no operation says it all: statements of their own, and nothing that could be told. */
export function reading<T>(
  runtime: Runtime,
  name: string,
  actor: Actor,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  return run(context(runtime, name, bind(runtime.database.work), actor, noEvents))
}

/** One transaction and what happened in it, committed together. Besides operations, time itself acts this way. */
export async function within<T>(
  runtime: Runtime,
  name: string,
  actor: Actor,
  call: Call,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const emitted: Emitted[] = []
  const signals: Signal[] = []
  const result = await transaction(
    runtime.database.work,
    (sql) => {
      const emit: Context['emit'] = (event, payload) => emitted.push({ name: event, payload })
      const signal: Context['signal'] = (said) => signals.push(said)
      return run({ ...context(runtime, name, sql, actor, emit, call.now), signal })
    },
    (sql) =>
      emitted.length > 0 ? writeEvents(sql, emitted, { actor, request_id: call.request_id, runtime }) : undefined,
    call.isolation,
  )
  if (emitted.length > 0) runtime.wake()
  for (const said of signals) runtime.signal(actor.account.id, said)
  return result
}

function context(
  { config, secret, embedder, model, checkUrl = () => undefined }: Runtime,
  operation: string,
  sql: Sql,
  actor: Actor,
  emit: Context['emit'],
  now = new Date(),
): Context {
  const { base_url } = config
  return { operation, sql, actor, now, emit, signal: noEvents, base_url, secret, embedder, model, checkUrl }
}
