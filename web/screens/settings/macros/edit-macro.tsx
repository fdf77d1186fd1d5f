import { useState } from 'react'
import type { Macro } from '#contract/records/automation.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { ActionsEditor } from '#web/screens/settings/automations/actions-editor.tsx'
import { useMacroWords } from './words.ts'

/** A macro as it is being written; with an id when it is one there is. */
export type Draft = Pick<Macro, 'name' | 'visibility' | 'actions'> & { id?: string }

type Props = { edited: Draft | undefined; onClose: () => void }

export function EditMacro({ edited, onClose }: Props) {
  const { common } = useWords()
  const words = useMacroWords()
  const shown = useLast(edited)
  const title = shown?.id ? words.editTitle(shown.name) : words.create
  return (
    <Dialog wide open={edited !== undefined} onClose={onClose} title={title} closeLabel={common.close}>
      {shown && <Form macro={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ macro, onClose }: { macro: Draft; onClose: () => void }) {
  const { common } = useWords()
  const words = useMacroWords()
  const { role } = useAccount()
  const [draft, setDraft] = useState(macro)
  const { save, error, isPending } = useSave(macro.id, onClose)
  const errors = fieldErrors(error)
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const choice = (visibility: Macro['visibility']) => ({
    label: words.visibilities[visibility],
    hint: words.visibilityHints[visibility],
  })
  return (
    <form noValidate onSubmit={submitted(() => save(draft))} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-5">
          {error && Object.keys(errors).length === 0 && <Notice>{explain(error)}</Notice>}
          <TextField
            label={words.name}
            hint={words.nameHint}
            autoComplete="off"
            maxLength={255}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={errors['name']}
          />
          {role === 'administrator' && (
            <RadioCards
              beside
              label={words.visibility}
              value={draft.visibility}
              choices={{ private: choice('private'), shared: choice('shared') }}
              onChange={(visibility) => change({ visibility })}
            />
          )}
          <div>
            <h3 className="mb-2 text-sm font-medium">{words.actions}</h3>
            <ActionsEditor value={draft.actions} onChange={(actions) => change({ actions })} errors={errors} />
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {macro.id ? common.save : words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

function useSave(macro_id: string | undefined, onClose: () => void) {
  const words = useMacroWords()
  const options = { quiet: true, refreshes: ['list_macros'] } as const
  const done = (say: (name: string) => string) => ({
    onSuccess: ({ name }: Macro) => {
      onClose()
      toast.good(say(name))
    },
  })
  const create = useAct('create_macro', { ...options, ...done(words.created) })
  const update = useAct('update_macro', { ...options, ...done(words.saved) })
  const save = ({ name, visibility, actions }: Draft) => {
    if (macro_id) update.mutate({ macro_id, name, visibility, actions })
    else create.mutate({ name, visibility, actions })
  }
  return { save, error: create.error ?? update.error, isPending: create.isPending || update.isPending }
}
