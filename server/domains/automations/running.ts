import type { Author } from '#contract/records/author.ts'
import type { Action } from '#contract/records/automation.ts'
import { isUnavailable } from '#db/database.ts'
import { isOutward, toCall } from '#domains/automations/actions.ts'
import { ask } from '#domains/automations/outward.ts'
import * as runs from '#domains/automations/runs.ts'
import { speakOf, worded } from '#domains/automations/speaking.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import type { Call } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import type { Hands } from '#kernel/subscriber.ts'

/** A run of a rule or a macro: what is to be done, to what, and as whom. */
export type Run = runs.Place & {
  subject: Subject
  actions: readonly Action[]
  author: Author
  /** What brought it about, and what it is called. */
  event: string
  by: { rule: { id: string; name: string } } | { macro: { id: string; name: string } }
}

/**
 * Does the actions one after another, each once however often this is called: that it is done is written in the
 * transaction that does it. What is refused is written down and stops nothing; what fails only for the moment is thrown,
 * and tried again from there.
 */
export async function carryOut(hands: Hands, run: Run): Promise<void> {
  const taken = await runs.listTaken(hands.sql, run)
  let fault: unknown
  for (const [position, action] of run.actions.entries()) {
    if (!taken.has(position)) fault = (await attempt(hands, run, position, action)) ?? fault
  }
  await runs.finish(hands.sql, run)
  // A fault of our own was written down as such, and belongs in the log besides.
  if (fault) throw fault
}

async function attempt(hands: Hands, run: Run, position: number, action: Action): Promise<unknown> {
  try {
    await perform(hands, run, position, action)
    return undefined
  } catch (error) {
    if (isPassing(error)) throw error
    const isRefusal = error instanceof Problem
    const detail = isRefusal ? error.message : 'Something went wrong on our side; the log of the server says what.'
    await runs.fail(hands.sql, run, position, action, detail)
    return isRefusal ? undefined : error
  }
}

/** Whether the same may go well a moment later. */
function isPassing(error: unknown): boolean {
  if (error instanceof Problem) return error.status >= 500 || error.code === 'rate_limited'
  const { code } = error as { code?: string }
  return isUnavailable(error) || ['40P01', '57014'].includes(code ?? '')
}

async function perform(hands: Hands, run: Run, position: number, action: Action): Promise<void> {
  const { sql, call, within } = hands
  const person = run.author.type === 'user' ? run.author.id : null
  const about = await speakOf(hands, run.account_id, run.subject, person)
  const { operation, input } = toCall(await worded(sql, run.account_id, action), about)
  const once: NonNullable<Call['around']> = async (ctx, work) =>
    (await runs.take(ctx, run, position, action)) ? work() : undefined
  if (isOutward(action))
    await within(operation, run.author, (ctx) => once(ctx, () => ask(ctx, run, position, action.type, input)))
  else await call(operation, run.author, input, once)
}
