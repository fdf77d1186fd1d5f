import { startAvatarLoop } from './avatar-loop.ts'
import { startChannelLoops } from './channel-loops.ts'
import { storeBytes, storePicture } from '#doors/files/store.ts'
import { reembedStale } from '#domains/knowledge/documents/reembed.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import { type Outbound } from '#gateways/outbound.ts'
import { type Channels } from '#kernel/connector.ts'
import type { Loop } from '#kernel/loop.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { startScheduler } from '#kernel/scheduler.ts'
import { type LocalNotifier, type Notifier } from '#kernel/notify.ts'
import { startWorker } from '#kernel/worker.ts'
import { registry } from './registry.ts'
import { openSubscribers } from './subscribers.ts'
import { fileTimers, timers } from './timers.ts'

type Background = {
  worker: number | undefined
  runtime: Runtime & { channels: Channels }
  notifier: Notifier
  inbound: LocalNotifier
  subscribers: ReturnType<typeof openSubscribers>
  files: Files
  outbound: Outbound
}

/** Starts the workers, timers and channel loops. */
export function startBackground({
  worker,
  runtime,
  notifier,
  inbound,
  subscribers,
  files,
  outbound,
}: Background): Pick<Loop, 'stop'> {
  // Slow work has workers of its own, where a workspace has a share: answers of the language model, documents, imports,
  // and calls of servers that may hang.
  const { answer_customers, index_knowledge, run_contact_imports, run_crm_imports, ...others } = subscribers
  const { name_customers, send_automation_webhooks, send_pushes, send_read_receipts, ...quick } = others
  const calls = { name_customers, send_automation_webhooks, send_pushes, send_read_receipts }
  const slow = { index_knowledge, run_contact_imports, run_crm_imports, ...calls }
  const loops: Pick<Loop, 'stop'>[] = [
    startWorker(runtime, notifier, quick, registry),
    startWorker(runtime, notifier, { answer_customers }, registry, 4),
    startWorker(runtime, notifier, slow, registry, 4),
    startAvatarLoop(runtime, notifier, {
      get: outbound.get,
      storePicture: (account_id, bytes, name) => storePicture(files, account_id, bytes, name),
    }),
    startChannelLoops(runtime, notifier, inbound, (account_id, bytes, declared) =>
      storeBytes(files, account_id, bytes, declared),
    ),
  ]
  // One process of a machine is enough for the timers.
  if (worker === undefined || worker === 1) {
    loops.push(startScheduler(runtime, notifier, { ...timers, ...fileTimers(files) }))
    reembedStale(runtime).catch((err) =>
      runtime.log.warn({ err }, 'could not queue all documents of another embedding model'),
    )
  }
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
