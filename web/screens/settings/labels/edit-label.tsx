import { useState } from 'react'
import type { Label } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { ColorField } from '#web/parts/color-field/color-field.tsx'
import { colors } from '#web/parts/color-field/colors.ts'
import { useLabels } from '#web/parts/labels.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useLabelWords } from './words.ts'

type Props = { edited: Label | 'new' | undefined; onClose: () => void }

export function EditLabel({ edited, onClose }: Props) {
  const { common } = useWords()
  const words = useLabelWords()
  const shown = useLast(edited)
  const title = shown && shown !== 'new' ? words.editTitle(shown.title) : words.createTitle
  return (
    <Dialog open={edited !== undefined} onClose={onClose} title={title} closeLabel={common.close}>
      {shown && <Form label={shown === 'new' ? undefined : shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useLabelWords()
  const { labels } = useLabels()
  const [color, setColor] = useState<string>(label?.color ?? colors[labels.length % colors.length]!)
  const [title, setTitle] = useState(label?.title ?? '')
  const { save, error, isPending } = useSave(label, onClose)
  const errors = fieldErrors(error)
  const isExplained = errors['title'] || errors['color']
  return (
    <form
      noValidate
      onSubmit={submitted(({ description = '' }) => save({ title, description, color }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {error && !isExplained && <Notice>{explain(error)}</Notice>}
          <TextField
            label={words.name}
            autoComplete="off"
            maxLength={255}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={errors['title']}
          />
          <TextField
            label={words.description}
            optional={common.optional}
            name="description"
            autoComplete="off"
            defaultValue={label?.description ?? ''}
          />
          <ColorField label={words.color} value={color} onChange={setColor} error={errors['color']} />
          <div>
            <div className="mb-1.5 text-sm font-medium">{words.preview}</div>
            <span
              className="inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-full bg-surface px-2 text-xs font-medium
                text-ink-2 ring-1 ring-line ring-inset"
            >
              <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />
              <span className="truncate">{title || words.name}</span>
            </span>
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {label ? common.save : words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

function useSave(label: Label | undefined, onClose: () => void) {
  const words = useLabelWords()
  const options = { quiet: true, refreshes: ['list_labels'] } as const
  const done = (say: (title: string) => string) => ({
    onSuccess: ({ title }: Label) => {
      onClose()
      toast.good(say(title))
    },
  })
  const create = useAct('create_label', { ...options, ...done(words.created) })
  const update = useAct('update_label', { ...options, ...done(words.saved) })
  const save = (fields: { title: string; description: string; color: string }) => {
    if (label) update.mutate({ label_id: label.id, ...fields })
    else create.mutate(fields)
  }
  return { save, error: create.error ?? update.error, isPending: create.isPending || update.isPending }
}
