import { useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSave } from '#web/screens/contacts/contact-acts.ts'
import { AddAttribute } from './add-attribute.tsx'
import { Row, Section } from './section.tsx'

/** What this account wants to know besides: campaign, birthday, size of shoe. */
export function Attributes({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords()
  const [isAdding, setAdding] = useState(false)
  const save = useSave(contact.id)
  const set = (key: string, value: string | number | boolean | null) => save({ custom_attributes: { [key]: value } })
  const remove = async (key: string) => {
    const refused = await set(key, null)
    if (refused) toast.bad(refused)
  }
  const add = (
    <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      {words.attributes.add}
    </Button>
  )

  return (
    <Section title={words.attributes.title} aside={!isAdding && add}>
      {Object.entries(contact.custom_attributes).map(([key, value]) => (
        <Row
          key={key}
          name={<span title={key}>{key}</span>}
          aside={
            <IconButton size="sm" label={words.attributes.remove(key)} onClick={() => remove(key)}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          }
        >
          <InlineEdit label={key} value={String(value)} placeholder="—" save={(text) => set(key, like(value, text))} />
        </Row>
      ))}
      {isAdding && <AddAttribute onAdd={set} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** A number stays a number and a yes stays a yes, as far as the text still is one. */
function like(before: string | number | boolean, text: string) {
  if (typeof before === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
