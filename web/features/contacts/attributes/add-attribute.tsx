import { useState } from 'react'
import { useWords } from '#web/app/i18n.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'

type Props = { onAdd: (key: string, value: string) => Promise<string | undefined>; onClose: () => void }

export function AddAttribute({ onAdd, onClose }: Props) {
  const { common } = useWords()
  const { attributes: words } = useContactWords()
  const [error, setError] = useState<string>()
  const add = async (key: string, value: string) => {
    const rejected = await onAdd(key, value)
    if (rejected) setError(rejected)
    else onClose()
  }
  return (
    <form
      onSubmit={handleSubmit(({ key = '', value = '' }) => void add(key.trim(), value.trim()))}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="mt-2 grid gap-3 rounded-xl bg-sunken p-3"
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField label={words.key} name="key" required autoFocus error={error} />
        <TextField label={words.value} name="value" />
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button size="sm" look="primary" type="submit">
          {common.add}
        </Button>
      </div>
    </form>
  )
}
