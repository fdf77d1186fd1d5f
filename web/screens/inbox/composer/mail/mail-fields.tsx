import { useState } from 'react'
import { AddressField } from '#web/features/mail/address-field.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { cx } from '#web/ui/cx.ts'
import { ChevronDown } from '#web/ui/icons.ts'
import type { MailParts } from './mail-parts.ts'

type Props = { to: string | undefined; parts: MailParts; onChange: (parts: MailParts) => void }

/** Recipients and subject of an e-mail. Copies are always shown; the other fields open on request. */
export function MailFields({ to, parts, onChange }: Props) {
  const { mail: words } = useThreadWords()
  const [isOpen, open] = useState(false)
  const { subject, cc = [], bcc } = parts
  return (
    <div className="divide-y divide-line px-3 pt-1 text-sm">
      <div className="flex items-center gap-2">
        <span className="w-14 shrink-0 text-ink-2">{words.to}</span>
        <span className="min-w-0 flex-1 truncate">{to}</span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
          className="flex shrink-0 items-center gap-1 rounded py-1 text-xs font-medium text-ink-2 hover:text-ink pointer-coarse:py-2"
        >
          {words.parts}
          <ChevronDown size={13} aria-hidden className={cx(!isOpen && '-rotate-90')} />
        </button>
      </div>
      {(isOpen || cc.length > 0) && (
        <Line label={words.cc}>
          <AddressField label={words.cc} addresses={cc} onChange={(list) => onChange({ ...parts, cc: list })} />
        </Line>
      )}
      {isOpen && (
        <>
          <Line label={words.bcc}>
            <AddressField label={words.bcc} addresses={bcc} onChange={(list) => onChange({ ...parts, bcc: list })} />
          </Line>
          <Line label={words.subject}>
            <input
              aria-label={words.subject}
              value={subject}
              onChange={({ target }) => onChange({ ...parts, subject: target.value })}
              placeholder={words.subjectHint}
              maxLength={500}
              autoComplete="off"
              className="h-8 min-w-0 flex-1 bg-transparent outline-none pointer-coarse:h-11"
            />
          </Line>
        </>
      )}
      <div />
    </div>
  )
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex items-baseline gap-2">
    <span aria-hidden className="w-14 shrink-0 text-ink-2">
      {label}
    </span>
    {children}
  </div>
)
