import type { Action } from '#contract/records/automation.ts'
import { isUnavailable } from '#db/database.ts'
import { isExternal, toCall } from '#domains/automations/actions/actions.ts'
import { requestExternalAction } from '#domains/automations/actions/external-actions.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { loadActionContext, expandCannedResponse } from '#domains/automations/actions/template-context.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import type { Actor, Call } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'

/** A run of a rule or macro: the actions, the record, and the actor they run as. */
export type Run = runs.RunReference & {
  subject: Subject
  actions: readonly Action[]
  actor: Actor
  /** Name of the triggering event. */
  event: string
  by: { rule: { id: string; name: string } } | { macro: { id: string; name: string } }
}

/**
 * Performs the actions in order, each exactly once: its completion is stored in the transaction that performs it. A
 * rejected action is recorded and does not stop the others; a transient error is thrown, and the retry resumes there.
 * Actions that are not `due` are left to a later call.
 */
export async function executeRun(
  context: SubscriberContext,
  run: Run,
  isDue: (action: Action) => boolean = () => true,
): Promise<void> {
  const handled = await runs.listHandledPositions(context.sql, run)
  let failure: unknown
  for (const [position, action] of run.actions.entries()) {
    if (!handled.has(position) && isDue(action)) failure = (await tryAction(context, run, position, action)) ?? failure
  }
  if (run.actions.every(isDue)) await runs.finish(context.sql, run)
  // An internal error is recorded with the run and also belongs in the log.
  if (failure) throw failure
}

async function tryAction(context: SubscriberContext, run: Run, position: number, action: Action): Promise<unknown> {
  try {
    await performAction(context, run, position, action)
    return undefined
  } catch (error) {
    if (isTransient(error)) throw error
    const isRejection = error instanceof Problem
    const detail = isRejection ? error.message : 'Internal error; see the server log.'
    await runs.fail(context.sql, run, position, action, detail)
    return isRejection ? undefined : error
  }
}

/** True if a retry may succeed. */
function isTransient(error: unknown): boolean {
  if (error instanceof Problem) return error.status >= 500 || error.code === 'rate_limited'
  const { code } = error as { code?: string }
  return isUnavailable(error) || ['40P01', '57014'].includes(code ?? '')
}

async function performAction(context: SubscriberContext, run: Run, position: number, action: Action): Promise<void> {
  const { sql, call, inTransaction } = context
  const person = run.actor.type === 'user' ? run.actor.id : null
  const actionContext = await loadActionContext(context, run.account_id, run.subject, person)
  const { operation, input } = toCall(await expandCannedResponse(sql, run.account_id, action), actionContext)
  const once: NonNullable<Call['wrap']> = async (ctx, work) =>
    (await runs.markDone(ctx, run, position, action)) ? work() : undefined
  if (isExternal(action))
    await inTransaction(operation, run.actor, (ctx) =>
      once(ctx, () => requestExternalAction(ctx, run, position, action.type, input)),
    )
  else await call(operation, run.actor, input, once)
}
