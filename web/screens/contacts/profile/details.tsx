import { useState } from 'react'
import { Copy, Mail, Phone } from 'lucide-react'
import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { useSave } from '#web/screens/contacts/contact-acts.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
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

/** Who it is and how to reach them, each changed where it stands. In brief, what is empty waits behind a button. */
export function Details({ contact, folds, brief = false }: { contact: Contact; folds?: string; brief?: boolean }) {
  const { contacts: words } = useWords()
  const { allDetails } = useContactWords()
  const [isWhole, showWhole] = useState(!brief)
  const save = useSave(contact.id)
  const shown = fields.filter((field) => isWhole || field === 'phone_number' || field === 'email' || contact[field])
  return (
    <Section title={words.details} {...(folds && { folds })}>
      {shown.map((field) => (
        <Row key={field} name={words.fields[field]} aside={<Reach field={field} value={contact[field]} />}>
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
        <Button size="sm" onClick={() => showWhole(true)} className="-ml-2">
          {allDetails}
        </Button>
      )}
    </Section>
  )
}

/** Call, write or copy: what a number and an address are for. */
function Reach({ field, value }: { field: string; value: string | null }) {
  const { contacts: words, common } = useWords()
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
