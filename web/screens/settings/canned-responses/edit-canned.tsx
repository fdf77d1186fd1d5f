import { useState } from 'react'
import type { CannedResponse } from '#contract/records/workspace.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { MessageArea } from '#web/features/message-template/message-area.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useSaveCanned } from './use-save-canned.ts'
import { useCannedWords } from './words.ts'

type Props = { edited: CannedResponse | 'new' | undefined; onClose: () => void }

export function EditCanned({ edited, onClose }: Props) {
  const words = useCannedWords()
  return (
    <EditDialog
      wide
      edited={edited}
      onClose={onClose}
      title={(response) => (response ? words.editTitle(response.short_code) : words.create)}
    >
      {(response) => <Form response={response} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ response, onClose }: { response: CannedResponse | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useCannedWords()
  const inboxes = useRead('list_inboxes', {}).data?.items ?? []
  const [content, setContent] = useState(response?.content ?? '')
  const [inbox, setInbox] = useState(response?.inbox.id ?? '')
  const { save, error, errors, isPending } = useSaveCanned(response, onClose)
  const names = response
    ? { [response.inbox.id]: response.inbox.name }
    : Object.fromEntries(inboxes.map(({ id, name }) => [id, name]))
  return (
    <DialogForm
      onSubmit={({ short_code = '' }) => save({ short_code: short_code.trim(), content, inbox })}
      onCancel={onClose}
      submit={response ? common.save : words.submit}
      busy={isPending}
      problem={error && Object.keys(errors).length === 0 && describeError(error)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.code}
          hint={words.codeHint}
          name="short_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          defaultValue={response?.short_code ?? ''}
          error={errors['short_code']}
        />
        {response ? (
          <TextField label={words.inbox} hint={words.inboxHint} value={response.inbox.name} readOnly />
        ) : (
          <SelectField
            label={words.inbox}
            hint={words.inboxHint}
            placeholder={words.inboxChoose}
            value={inbox}
            choices={names}
            onChange={setInbox}
            error={errors['inbox']}
          />
        )}
      </div>
      <MessageArea label={words.content} value={content} onChange={setContent} error={errors['content']} />
    </DialogForm>
  )
}
