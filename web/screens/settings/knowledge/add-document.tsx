import { useState } from 'react'
import { Problem } from '#web/app/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
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
  const { save, error, errors, problem, isPending } = useSave('add_knowledge_document', {
    invalidates: ['list_knowledge_documents', 'list_knowledge_collections'],
    onSaved: onClose,
    message: ({ title }) => words.added(title),
  })
  const isFull = error instanceof Problem && error.code === 'plan_limit'
  const send = ({ name = '', text = '', url = '' }: Record<string, string>) =>
    save({
      name: name.trim(),
      ...(collection && { collection }),
      ...(way === 'url' ? { url: url.trim() } : { text }),
    })
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={words.add}
      busy={isPending}
      problem={problem && isFull ? words.problems.limit : problem}
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
