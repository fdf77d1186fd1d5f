import { Copy, Mail, Phone } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSave } from '#web/screens/contacts/contact-acts.ts'
import { Row, Section } from './section.tsx'

const inputs = {
  phone_number: { type: 'tel', autoComplete: 'off' },
  email: { type: 'email', autoComplete: 'off' },
  company_name: {},
  job_title: {},
  city: {},
  country: {},
  bio: {},
} as const
const fields = Object.keys(inputs) as (keyof typeof inputs)[]

export function Details({ contact }: { contact: Contact }) {
  const { contacts: words } = useWords()
  const save = useSave(contact.id)
  return (
    <Section title={words.details}>
      {fields.map((field) => (
        <Row key={field} name={words.fields[field]} aside={<Reach field={field} value={contact[field]} />}>
          <InlineEdit
            label={words.fields[field]}
            value={contact[field] ?? ''}
            placeholder={words.add}
            multiline={field === 'bio'}
            input={inputs[field]}
            save={(text) => save({ [field]: text })}
          />
        </Row>
      ))}
    </Section>
  )
}

/** Call, write or copy: what a number and an address are for. */
function Reach({ field, value }: { field: string; value: string | null }) {
  const { contacts: words, common } = useWords()
  if (!value || !(field === 'phone_number' || field === 'email')) return null
  const isPhone = field === 'phone_number'
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    toast.good(common.copied)
  }
  const Icon = isPhone ? Phone : Mail
  return (
    <>
      <IconButton size="sm" label={`${common.copy}: ${value}`} onClick={copy} className="pointer-coarse:hidden">
        <Copy size={14} aria-hidden />
      </IconButton>
      <a
        href={`${isPhone ? 'tel' : 'mailto'}:${value}`}
        aria-label={`${isPhone ? words.call : words.write}: ${value}`}
        className={cx(buttonClass('quiet', 'sm'), 'w-7 px-0! pointer-coarse:w-9')}
      >
        <Icon size={14} aria-hidden />
      </a>
    </>
  )
}
