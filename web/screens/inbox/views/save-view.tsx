import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import type { Kept } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount, useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { asFilter, lostIn } from './as-filter.ts'
import { staleByViews, useViews, type View } from './views.ts'

type Props = { open: boolean; onClose: () => void; filters: Kept; /** Given to change its name. */ view?: View }

/** Gives a name to what the list shows now, or another name to a view. */
export function SaveView({ open, onClose, filters, view }: Props) {
  const { views: words } = useInboxWords()
  const { common } = useWords()
  const title = view ? words.rename : words.save
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={common.close}>
      <Form filters={filters} onClose={onClose} {...(view && { view })} />
    </Dialog>
  )
}

function Form({ filters, view, onClose }: Omit<Props, 'open'>) {
  const { views: words } = useInboxWords()
  const { common } = useWords()
  const { role } = useAccount()
  const { user } = useSession()
  const [visibility, setVisibility] = useState(view?.visibility ?? 'private')
  const base = useViews().find(({ id }) => id === filters.view)
  const filter = asFilter(filters, user.id, base)
  const { save, isPending, error } = useSave(onClose)
  const errors = fieldErrors(error)

  const send = ({ name = '' }) => {
    const chosen = { name: name.trim(), visibility }
    if (view) return save.rename({ saved_view_id: view.id, ...chosen })
    if (!filter) return
    save.create({ ...chosen, resource: 'conversations', filter, sort: filters.sort ?? base?.sort ?? null })
  }
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {error && !errors['name'] && <Notice>{explain(error)}</Notice>}
          {!view && !filter && <Notice tone="plain">{words.nothingToSave}</Notice>}
          {!view && filter && lostIn(filters) && <Notice tone="plain">{words.lost}</Notice>}
          <TextField
            label={words.name}
            name="name"
            autoComplete="off"
            autoFocus
            maxLength={100}
            defaultValue={view?.name ?? ''}
            error={errors['name']}
          />
          {role === 'administrator' && (
            <RadioCards
              beside
              label={words.visibility}
              value={visibility}
              choices={words.visibilities}
              onChange={setVisibility}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending} disabled={!view && !filter}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

function useSave(onClose: () => void) {
  const { views: words } = useInboxWords()
  const navigate = useNavigate()
  const settled = { quiet: true, refreshes: staleByViews } as const
  const create = useAct('create_saved_view', {
    ...settled,
    onSuccess: ({ id, name }) => {
      onClose()
      toast.good(words.saved(name))
      void navigate({ to: '.', search: () => ({ view: id }) })
    },
  })
  const rename = useAct('update_saved_view', {
    ...settled,
    onSuccess: ({ name }) => {
      onClose()
      toast.good(words.saved(name))
    },
  })
  return {
    save: { create: create.mutate, rename: rename.mutate },
    isPending: create.isPending || rename.isPending,
    error: create.error ?? rename.error,
  }
}
