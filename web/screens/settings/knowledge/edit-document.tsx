import { useState } from 'react'
import type { Output } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { CollectionField } from './collection-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; document: Output<'get_knowledge_document'> }

/** Edits the title and collection, and the text of a document written here. */
export function EditDocument({ open, onClose, document }: Props) {
  const words = useKnowledgeWords()
  return (
    <Dialog wide open={open} onClose={onClose} title={words.editTitle}>
      <Form document={document} onClose={onClose} />
    </Dialog>
  )
}

function Form({ document, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = useKnowledgeWords()
  const [collection, setCollection] = useState(document.collection.id)
  const { save, errors, problem, isPending } = useSave('update_knowledge_document', {
    invalidates: ['get_knowledge_document', 'list_knowledge_documents', 'list_knowledge_collections'],
    onSaved: onClose,
    message: () => words.saved,
  })
  const isWritten = document.source === 'text'
  const submit = ({ title = '', text = '' }: Record<string, string>) =>
    save({ document_id: document.id, title: title.trim(), collection, ...(isWritten && { text }) })
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={common.save} busy={isPending} problem={problem}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={words.name}
          name="title"
          maxLength={255}
          autoComplete="off"
          defaultValue={document.title}
          error={errors['title']}
        />
        <CollectionField value={collection} onChange={setCollection} />
      </div>
      {isWritten && (
        <TextArea
          label={words.text}
          hint={words.textHint}
          name="text"
          rows={14}
          defaultValue={document.text ?? ''}
          error={errors['text'] && words.problems.text}
        />
      )}
    </DialogForm>
  )
}
