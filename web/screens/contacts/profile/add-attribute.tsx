import { useState } from 'react'
import { useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { submitted } from '#web/ui/submitted.ts'

type Props = { onAdd: (key: string, value: string) => Promise<string | undefined>; onClose: () => void }

export function AddAttribute({ onAdd, onClose }: Props) {
  const { contacts: words, common } = useWords()
  const [complaint, setComplaint] = useState<string>()
  const add = async (key: string, value: string) => {
    const refused = await onAdd(key, value)
    if (refused) setComplaint(refused)
    else onClose()
  }
  return (
    <form
      onSubmit={submitted(({ key = '', value = '' }) => void add(key.trim(), value.trim()))}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="mt-2 grid gap-3 rounded-xl bg-sunken p-3"
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField label={words.attributes.key} name="key" required autoFocus error={complaint} />
        <TextField label={words.attributes.value} name="value" />
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
