import { useState } from 'react'
import type { Output } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { CollectionField } from './collection-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; document: Output<'get_knowledge_document'> }

/** Its title and its place; and what it says, where that was written here. */
export function EditDocument({ open, onClose, document }: Props) {
  const { common } = useWords()
  const words = useKnowledgeWords()
  return (
    <Dialog wide open={open} onClose={onClose} title={words.editTitle} closeLabel={common.close}>
      <Form document={document} onClose={onClose} />
    </Dialog>
  )
}

function Form({ document, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = useKnowledgeWords()
  const [collection, setCollection] = useState(document.collection.id)
  const update = useAct('update_knowledge_document', {
    quiet: true,
    refreshes: ['get_knowledge_document', 'list_knowledge_documents', 'list_knowledge_collections'],
    onSuccess: () => {
      onClose()
      toast.good(words.saved)
    },
  })
  const errors = fieldErrors(update.error)
  const isWritten = document.source === 'text'
  const save = ({ title = '', text = '' }: Record<string, string>) =>
    update.mutate({ document_id: document.id, title: title.trim(), collection, ...(isWritten && { text }) })
  return (
    <form noValidate onSubmit={submitted(save)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {update.error && Object.keys(errors).length === 0 && <Notice>{explain(update.error)}</Notice>}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={update.isPending}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
