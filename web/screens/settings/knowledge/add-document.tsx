import { useState } from 'react'
import { Problem } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { CollectionField } from './collection-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Way = 'text' | 'url'

/** A document from what somebody writes, or from a page. */
export function AddDocument({ way, onClose }: { way: Way | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useKnowledgeWords()
  const shown = useLast(way)
  const title = shown === 'url' ? words.addUrlTitle : words.addTextTitle
  return (
    <Dialog wide open={way !== undefined} onClose={onClose} title={title} closeLabel={common.close}>
      {shown && <Form key={shown} way={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ way, onClose }: { way: Way; onClose: () => void }) {
  const { common } = useWords()
  const words = useKnowledgeWords()
  const [collection, setCollection] = useState('')
  const add = useAct('add_knowledge_document', {
    quiet: true,
    refreshes: ['list_knowledge_documents', 'list_knowledge_collections'],
    onSuccess: ({ title }) => {
      onClose()
      toast.good(words.added(title))
    },
  })
  const errors = fieldErrors(add.error)
  const isFull = add.error instanceof Problem && add.error.code === 'plan_limit'
  const send = ({ name = '', text = '', url = '' }: Record<string, string>) =>
    add.mutate({
      name: name.trim(),
      ...(collection && { collection }),
      ...(way === 'url' ? { url: url.trim() } : { text }),
    })
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {add.error && Object.keys(errors).length === 0 && (
            <Notice>{isFull ? words.problems.limit : explain(add.error)}</Notice>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={words.name}
              name="name"
              maxLength={255}
              autoComplete="off"
              autoFocus
              error={errors['name']}
            />
            <CollectionField value={collection} onChange={setCollection} />
          </div>
          {way === 'url' ? (
            <TextField
              label={words.url}
              hint={words.urlHint}
              name="url"
              type="url"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              error={(errors['url'] ?? errors['text']) && words.problems.url}
            />
          ) : (
            <TextArea
              label={words.text}
              hint={words.textHint}
              name="text"
              rows={12}
              error={errors['text'] && words.problems.text}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={add.isPending}>
          {words.add}
        </Button>
      </DialogFooter>
    </form>
  )
}
