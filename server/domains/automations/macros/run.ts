import type { Action } from '#contract/records/automation.ts'
import { actWith, loadMaker, requireRights } from '#domains/access/makers.ts'
import { requiredPermissions } from '#domains/automations/actions/actions.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { executeRun, type Run } from '#domains/automations/runs/execute.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { isVisible } from '#domains/automations/subjects.ts'
import type { Event, SubscriberContext } from '#kernel/subscriber.ts'
import { getAccount } from '#kernel/system-actor.ts'

type Options = {
  /** Leaves the other actions to a later call. */
  isDue?: (action: Action) => boolean
  /** The consequences of its changes wait as if the person had made them by hand. */
  session?: string | undefined
}

/** Runs a macro in each conversation, as the person who started it and with the rights they have now. */
export async function runMacro(
  context: SubscriberContext,
  event: Event<'macro.requested'>,
  options: Options = {},
): Promise<void> {
  const { id: key, account_id, payload } = event
  const macro = await macros.find(context.sql, account_id, payload.macro_id)
  if (!macro) return // Deleted before its turn came.
  const { id, name } = macro
  const { conversation_ids } = payload
  // Stored as they were parsed, with every default.
  const actions = (payload.actions as Action[] | undefined) ?? macro.actions
  const begun = await runs.startMacroRuns(context.sql, account_id, id, key, conversation_ids)
  let fault: unknown
  for (const run of begun) {
    const subject = { type: 'conversation' as const, id: run.conversation_id }
    const by = { macro: { id, name } }
    const job = { account_id, run_id: run.id, subject, actions, event: 'macro.requested', by }
    await runWithRights(context, event, job, options).catch((error: unknown) => (fault = error))
  }
  if (fault) throw fault
}

/** Runs it in one conversation, or records why the person may no longer do so. */
async function runWithRights(
  context: SubscriberContext,
  { account_id, actor: author, payload: { maker } }: Event<'macro.requested'>,
  job: Omit<Run, 'actor'>,
  { isDue, session }: Options,
): Promise<void> {
  const { sql, withoutTransaction } = context
  const needed = requiredPermissions(job.actions, 'conversation').add('conversations:write')
  const rights = requireRights(await loadMaker(sql, account_id, maker), needed)
  if ('refused' in rights) return runs.refuse(sql, job, rights.refused[(await getAccount(sql, account_id)).locale])
  const actor = { ...(await actWith(sql, account_id, author, rights)), ...(session && { session }) }
  const sees = await withoutTransaction('run_macros', actor, (ctx) => isVisible(ctx, job.subject))
  return sees ? executeRun(context, { ...job, actor }, isDue) : runs.refuse(sql, job, unseen[actor.account.locale])
}

const unseen = {
  es: 'La conversación ya no es visible para quien ejecutó la macro.',
  en: 'The conversation is no longer visible to the person who ran the macro.',
}
