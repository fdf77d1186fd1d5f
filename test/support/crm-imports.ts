import { invoke } from '#kernel/invoke.ts'
import type { Runtime } from '#kernel/runtime.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { run_crm_imports } from '#subscribers/run_crm_imports.ts'
import type { openCrm } from '#test/crm.ts'

type Workspace = Pick<Awaited<ReturnType<typeof openCrm>>, 'act' | 'actor'>
type Kind = 'leads' | 'opportunities'

/** Runs imports of leads and opportunities like the worker. */
export function openImports(runtime: Runtime) {
  /** `stumble` can stop it before a batch, like a crash. */
  async function carryOn({ actor }: Workspace, import_id: string, stumble: (batch: number) => void = () => {}) {
    let batch = 0
    const invokeAs: SubscriberContext['invoke'] = (op, input, as = actor) => {
      stumble(batch++)
      return invoke(runtime, ['import_rows', op], as as typeof actor, input, { request_id: 'test-request' })
    }
    const [stored] = await runtime.database.sql<{ payload: object }>`
      select payload from events where name = 'crm_import.requested' and payload ->> 'import_id' = ${import_id}`
    const event = { account_id: actor.account.id, actor, payload: stored!.payload } as never
    await run_crm_imports.run({ ...subscriberContext(runtime, {}, event), invoke: invokeAs }, event)
  }

  const progress = ({ act }: Workspace, kind: Kind, import_id: string) =>
    act(kind === 'leads' ? 'get_lead_import' : 'get_opportunity_import', { import_id })

  async function imported(workspace: Workspace, kind: Kind, rows: readonly string[], dry_run = false) {
    const name = kind === 'leads' ? 'import_leads' : 'import_opportunities'
    const { id } = await workspace.act(name, { csv: rows.join('\n'), dry_run })
    await carryOn(workspace, id)
    return progress(workspace, kind, id)
  }
  return { carryOn, progress, imported }
}

export const counts = (done: { created_count: number; updated_count: number; failed_count: number }) => [
  done.created_count,
  done.updated_count,
  done.failed_count,
]
