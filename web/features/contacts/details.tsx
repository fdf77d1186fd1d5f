import { useState } from 'react'
import { Copy, Mail, Phone } from '#web/ui/icons.ts'
import type { Contact } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { useSaveContact } from './contact-actions.ts'
import { useContactWords } from './words.ts'
import { Row, Section } from './section.tsx'

const inputs = {
  phone_number: { type: 'tel', autoComplete: 'off' },
  email: { type: 'email', autoComplete: 'off' },
  company_name: {},
  job_title: {},
  city: {},
  country: {},
  identifier: {},
  bio: {},
} as const
const fields = Object.keys(inputs) as (keyof typeof inputs)[]

/** The contact's fields, edited in place. With `brief`, empty fields stay hidden behind a button. */
export function Details({
  contact,
  storageKey,
  brief = false,
}: {
  contact: Contact
  storageKey?: string
  brief?: boolean
}) {
  const words = useContactWords()
  const [showsAll, showAll] = useState(!brief)
  const save = useSaveContact(contact.id)
  const shown = fields.filter((field) => showsAll || field === 'phone_number' || field === 'email' || contact[field])
  return (
    <Section title={words.details} {...(storageKey && { storageKey })}>
      {shown.map((field) => (
        <Row key={field} name={words.fields[field]} aside={<ContactLinks field={field} value={contact[field]} />}>
          <InlineEdit
            label={words.fields[field]}
            value={contact[field] ?? ''}
            placeholder={words.add}
            multiline={field === 'bio'}
            input={inputs[field]}
            save={(text) => save({ [field]: text || null })}
          />
        </Row>
      ))}
      {shown.length < fields.length && (
        <Button size="sm" onClick={() => showAll(true)} className="-ml-2">
          {words.allDetails}
        </Button>
      )}
    </Section>
  )
}

/** Buttons to call, write to or copy a phone number or an e-mail. */
function ContactLinks({ field, value }: { field: string; value: string | null }) {
  const { common } = useWords()
  const words = useContactWords()
  const copy = useCopy()
  if (!value || !(field === 'phone_number' || field === 'email')) return null
  const isPhone = field === 'phone_number'
  const Icon = isPhone ? Phone : Mail
  return (
    <>
      <IconButton
        size="sm"
        label={`${common.copy}: ${value}`}
        onClick={() => void copy(value)}
        className="pointer-coarse:hidden"
      >
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
