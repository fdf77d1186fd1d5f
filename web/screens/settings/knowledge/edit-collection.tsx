import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { Problem } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useCollectionWords, useKnowledgeWords } from './words.ts'

type Props = { edited: KnowledgeCollection | 'new' | undefined; onClose: () => void }

export function EditCollection({ edited, onClose }: Props) {
  const { common } = useWords()
  const words = useCollectionWords()
  const shown = useLast(edited)
  return (
    <Dialog
      open={edited !== undefined}
      onClose={onClose}
      title={shown === 'new' ? words.create : words.edit}
      closeLabel={common.close}
    >
      {shown && <Form collection={shown === 'new' ? undefined : shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ collection, onClose }: { collection: KnowledgeCollection | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useCollectionWords()
  const { problems } = useKnowledgeWords()
  const options = (say: (name: string) => string) => ({
    quiet: true,
    refreshes: ['list_knowledge_collections', 'list_knowledge_documents'] as const,
    onSuccess: ({ name }: KnowledgeCollection) => {
      onClose()
      toast.good(say(name))
    },
  })
  const create = useAct('create_knowledge_collection', options(words.created))
  const update = useAct(
    'update_knowledge_collection',
    options(() => words.saved),
  )
  const { error, isPending } = collection ? update : create
  const code = error instanceof Problem ? error.code : undefined
  const complaint = code === 'duplicate_value' ? words.taken : fieldErrors(error)['name']
  const save = ({ name = '', description = '' }: Record<string, string>) => {
    const about = description.trim()
    if (collection) update.mutate({ collection_id: collection.id, name: name.trim(), description: about || null })
    else create.mutate({ name: name.trim(), ...(about && { description: about }) })
  }
  return (
    <form noValidate onSubmit={submitted(save)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {error && !complaint && <Notice>{code === 'plan_limit' ? problems.limit : explain(error)}</Notice>}
          <TextField
            label={words.name}
            name="name"
            maxLength={255}
            autoComplete="off"
            autoFocus
            defaultValue={collection?.name ?? ''}
            error={complaint}
          />
          <TextField
            label={words.description}
            optional={common.optional}
            name="description"
            autoComplete="off"
            defaultValue={collection?.description ?? ''}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
