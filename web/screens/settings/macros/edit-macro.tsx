import { useState } from 'react'
import type { Macro } from '#contract/records/automation.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { ActionsEditor } from '#web/screens/settings/automations/actions-editor.tsx'
import { withoutBlankButtons } from '#web/screens/settings/automations/message-kind.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { useMacroWords } from './words.ts'

/** A macro being edited; an existing one has an id. */
export type Draft = Pick<Macro, 'name' | 'visibility' | 'actions'> & { id?: string }

type Props = { edited: Draft | undefined; onClose: () => void }

export function EditMacro({ edited, onClose }: Props) {
  const words = useMacroWords()
  return (
    <EditDialog
      wide
      edited={edited}
      onClose={onClose}
      title={(macro) => (macro?.id ? words.editTitle(macro.name) : words.create)}
    >
      {(macro) => macro && <Form macro={macro} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ macro, onClose }: { macro: Draft; onClose: () => void }) {
  const { common } = useWords()
  const words = useMacroWords()
  const { role } = useAccount()
  const [draft, setDraft] = useState(macro)
  const { save, errors, problem, isPending } = useSaveMacro(macro.id, onClose)
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const choice = (visibility: Macro['visibility']) => ({
    label: words.visibilities[visibility],
    hint: words.visibilityHints[visibility],
  })
  return (
    <DialogForm
      onSubmit={() => save(draft)}
      onCancel={onClose}
      submit={macro.id ? common.save : words.submit}
      busy={isPending}
      problem={problem}
    >
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
    </DialogForm>
  )
}

function useSaveMacro(macro_id: string | undefined, onClose: () => void) {
  const words = useMacroWords()
  const options = { invalidates: ['list_macros'], onSaved: onClose } as const
  const create = useSave('create_macro', { ...options, message: ({ name }) => words.created(name) })
  const update = useSave('update_macro', { ...options, message: ({ name }) => words.saved(name) })
  const save = ({ name, visibility, ...draft }: Draft) => {
    const macro = { name, visibility, actions: withoutBlankButtons(draft.actions) }
    return macro_id ? update.save({ macro_id, ...macro }) : create.save(macro)
  }
  return { ...(macro_id ? update : create), save }
}
