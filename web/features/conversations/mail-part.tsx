import { AddressField } from '#web/features/mail/address-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { cx } from '#web/ui/cx.ts'
import { useWords } from '#web/app/i18n.ts'
import { useConversationWords } from './words.ts'

export type NewMail = { subject: string; cc: string[] }

type Props = { mail: NewMail; onChange: (mail: NewMail) => void; subjectError: string | undefined }

/** Subject and copies of a new e-mail. */
export function MailPart({ mail, onChange, subjectError }: Props) {
  const { common } = useWords()
  const { create: words } = useConversationWords()
  return (
    <>
      <div className="grid gap-1.5">
        <span aria-hidden className="flex items-baseline gap-1.5 text-sm font-medium">
          {words.cc}
          <span className="text-xs font-normal text-ink-3">{common.optional}</span>
        </span>
        <AddressField
          label={words.cc}
          addresses={mail.cc}
          onChange={(cc) => onChange({ ...mail, cc })}
          className={cx(inputClass, 'min-h-9 px-2 pointer-coarse:min-h-11')}
        />
      </div>
      <TextField
        label={words.subject}
        value={mail.subject}
        onChange={({ target }) => onChange({ ...mail, subject: target.value })}
        maxLength={500}
        error={subjectError}
      />
    </>
  )
}
