import type { ConnectedAssistant } from '#contract/records/access.ts'
import { useTime } from '#web/app/format/time.ts'
import { usePages } from '#web/app/query.ts'
import { nameOfAction } from '#web/screens/settings/audit/action-name.ts'
import { useAuditWords } from '#web/screens/settings/audit/words.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { useAssistantsWords } from './words.ts'

type Props = { assistant: ConnectedAssistant | undefined; onClose: () => void }

/** The changes an assistant made, from the audit log. */
export function ActionsDialog({ assistant, onClose }: Props) {
  const words = useAssistantsWords()
  const last = useLast(assistant)
  return (
    <Dialog
      open={assistant !== undefined}
      onClose={onClose}
      title={words.actionsTitle(last?.name ?? '')}
      description={words.actionsHint}
    >
      <DialogBody>{last && <Actions assistant_id={last.id} />}</DialogBody>
    </Dialog>
  )
}

function Actions({ assistant_id }: { assistant_id: string }) {
  const words = useAssistantsWords()
  const audit = useAuditWords()
  const time = useTime()
  const list = usePages('list_assistant_actions', { assistant_id })
  return (
    <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed} rows={3}>
      {(items) =>
        items.length === 0 ? (
          <p className="text-ink-2">{words.noActions}</p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map(({ id, action, created_at }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0 wrap-anywhere">{nameOfAction(action, audit.actions)}</span>
                <span className="text-sm text-ink-3">{time.ago(created_at)}</span>
              </li>
            ))}
            {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
          </ul>
        )
      }
    </Loaded>
  )
}
