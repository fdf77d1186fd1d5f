import { useState } from 'react'
import type { CannedResponse } from '#contract/records/workspace.ts'
import { explain, useWords } from '#web/i18n.ts'
import { MessageArea } from '#web/parts/message/message-area.tsx'
import { useLast } from '#web/parts/use-last.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { useSaveCanned } from './use-save-canned.ts'
import { useCannedWords } from './words.ts'

type Props = { edited: CannedResponse | 'new' | undefined; onClose: () => void }

export function EditCanned({ edited, onClose }: Props) {
  const { common } = useWords()
  const words = useCannedWords()
  const shown = useLast(edited)
  const title = shown && shown !== 'new' ? words.editTitle(shown.short_code) : words.create
  return (
    <Dialog wide open={edited !== undefined} onClose={onClose} title={title} closeLabel={common.close}>
      {shown && <Form response={shown === 'new' ? undefined : shown} onClose={onClose} />}
    </Dialog>
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
    <form
      noValidate
      onSubmit={submitted(({ short_code = '' }) => save({ short_code: short_code.trim(), content, inbox }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {error && Object.keys(errors).length === 0 && <Notice>{explain(error)}</Notice>}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {response ? common.save : words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
