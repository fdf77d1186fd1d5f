import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { Problem } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { useCollectionWords, useKnowledgeWords } from './words.ts'

type Props = { edited: KnowledgeCollection | 'new' | undefined; onClose: () => void }

export function EditCollection({ edited, onClose }: Props) {
  const words = useCollectionWords()
  return (
    <EditDialog edited={edited} onClose={onClose} title={(collection) => (collection ? words.edit : words.create)}>
      {(collection) => <Form collection={collection} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ collection, onClose }: { collection: KnowledgeCollection | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useCollectionWords()
  const { problems } = useKnowledgeWords()
  const options = {
    invalidates: ['list_knowledge_collections', 'list_knowledge_documents'],
    onSaved: onClose,
  } as const
  const create = useSave('create_knowledge_collection', { ...options, message: ({ name }) => words.created(name) })
  const update = useSave('update_knowledge_collection', { ...options, message: () => words.saved })
  const { error, errors, isPending } = collection ? update : create
  const code = error instanceof Problem ? error.code : undefined
  const nameError = code === 'duplicate_value' ? words.taken : errors['name']
  const save = ({ name = '', description = '' }: Record<string, string>) => {
    const about = description.trim()
    if (collection) update.save({ collection_id: collection.id, name: name.trim(), description: about || null })
    else create.save({ name: name.trim(), ...(about && { description: about }) })
  }
  return (
    <DialogForm
      onSubmit={save}
      onCancel={onClose}
      submit={common.save}
      busy={isPending}
      problem={error && !nameError && (code === 'plan_limit' ? problems.limit : describeError(error))}
    >
      <TextField
        label={words.name}
        name="name"
        maxLength={255}
        autoComplete="off"
        autoFocus
        defaultValue={collection?.name ?? ''}
        error={nameError}
      />
      <TextField
        label={words.description}
        optional={common.optional}
        name="description"
        autoComplete="off"
        defaultValue={collection?.description ?? ''}
      />
    </DialogForm>
  )
}
