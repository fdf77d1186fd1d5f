import { useState } from 'react'
import type { LostReason } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { EditReason } from './edit-reason.tsx'
import { useLostReasonWords } from './words.ts'

export function LostReasons() {
  const words = useLostReasonWords()
  const { data, error, refetch } = useRead('list_crm_lost_reasons', {})
  const [edited, edit] = useState<LostReason | 'new'>()
  const [deleted, remove] = useState<LostReason>()
  const create = <CreateButton label={words.create} onCreate={() => edit('new')} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : create}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={create}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <ul aria-label={words.title} className="divide-y divide-line rounded-xl ring-1 ring-line">
              {items.map((reason) => (
                <li
                  key={reason.id}
                  className="relative flex items-center gap-2 py-1.5 pr-2 pl-4 first:rounded-t-xl last:rounded-b-xl hover:bg-hover"
                >
                  <button
                    type="button"
                    onClick={() => edit(reason)}
                    className="min-w-0 flex-1 truncate text-left text-base after:absolute after:inset-0"
                  >
                    {reason.name}
                  </button>
                  <RowMenu name={reason.name} onEdit={() => edit(reason)} onDelete={() => remove(reason)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <EditReason edited={edited} onClose={() => edit(undefined)} />
      <DeleteDialog
        record={deleted}
        nameOf={({ name }) => name}
        onClose={() => remove(undefined)}
        operation="delete_lost_reason"
        input={({ id }) => ({ lost_reason_id: id })}
        invalidates={['list_crm_lost_reasons']}
        words={words}
      >
        {words.deleteWarning}
      </DeleteDialog>
    </Section>
  )
}
