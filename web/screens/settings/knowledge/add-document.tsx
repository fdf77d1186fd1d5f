import { useState } from 'react'
import { Problem } from '#web/app/api.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { CollectionField } from './collection-field.tsx'
import { useKnowledgeWords } from './words.ts'

type DocumentSource = 'text' | 'url'

/** Adds a document from text or a web page. */
export function AddDocument({ way, onClose }: { way: DocumentSource | undefined; onClose: () => void }) {
  const words = useKnowledgeWords()
  const last = useLast(way)
  const title = last === 'url' ? words.addUrlTitle : words.addTextTitle
  return (
    <Dialog wide open={way !== undefined} onClose={onClose} title={title}>
      {last && <Form key={last} way={last} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ way, onClose }: { way: DocumentSource; onClose: () => void }) {
  const words = useKnowledgeWords()
  const [collection, setCollection] = useState('')
  const add = useAct('add_knowledge_document', {
    silent: true,
    invalidates: ['list_knowledge_documents', 'list_knowledge_collections'],
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
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={words.add}
      busy={add.isPending}
      problem={
        add.error && Object.keys(errors).length === 0 && (isFull ? words.problems.limit : describeError(add.error))
      }
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={words.name} name="name" maxLength={255} autoComplete="off" autoFocus error={errors['name']} />
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
    </DialogForm>
  )
}
