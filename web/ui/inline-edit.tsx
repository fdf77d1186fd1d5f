import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { cx } from './cx.ts'

type Props = {
  label: string
  value: string
  placeholder: string
  /** The formatted value, if it differs from the raw one. */
  shown?: string | undefined
  /** Saves the text; resolves to an error message if it was refused. */
  save: (text: string) => Promise<string | undefined>
  multiline?: boolean
  title?: boolean
  input?: ComponentProps<'input'>
}

/** Text that becomes an input in place. Enter or blur saves, Escape cancels. */
export function InlineEdit({ label, value, placeholder, save, shown, multiline, title, input }: Props) {
  const { draft, setDraft, complaint, trigger, begin, commit, cancel } = useDraft(value, save)
  const complaintId = useId()
  const look = cx(
    'w-full min-w-0 rounded-md px-2 py-1 text-left wrap-anywhere',
    title ? 'text-xl font-semibold' : 'text-base',
  )

  if (draft === undefined) {
    return (
      <button
        ref={trigger}
        type="button"
        onClick={begin}
        aria-label={`${label}: ${(value && shown) || value || placeholder}`}
        className={cx(
          look,
          'transition-colors hover:bg-hover',
          multiline && 'whitespace-pre-wrap',
          !value && 'text-ink-3',
        )}
      >
        {(value && shown) || value || placeholder}
      </button>
    )
  }

  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
    if (event.key === 'Enter' && !(multiline && event.shiftKey)) {
      event.preventDefault()
      void commit(true)
    }
  }
  const shared = {
    'aria-label': label,
    'aria-invalid': Boolean(complaint),
    'aria-describedby': complaint ? complaintId : undefined,
    autoFocus: true,
    value: draft,
    onKeyDown: keys,
    onBlur: () => void commit(false),
    className: cx(
      look,
      'block bg-surface outline-none ring-2 ring-focus pointer-coarse:text-[1rem]',
      complaint && 'ring-danger-text',
    ),
  }
  return (
    <div>
      {multiline ? (
        <textarea {...shared} rows={4} onChange={(event) => setDraft(event.target.value)} />
      ) : (
        <input {...input} {...shared} onChange={(event) => setDraft(event.target.value)} />
      )}
      {complaint && (
        <p id={complaintId} role="alert" className="px-2 pt-1 text-xs text-danger-text">
          {complaint}
        </p>
      )}
    </div>
  )
}

function useDraft(value: string, save: Props['save']) {
  const [draft, setDraft] = useState<string>()
  const [complaint, setComplaint] = useState<string>()
  const trigger = useRef<HTMLButtonElement>(null)
  const settled = useRef(false)

  const begin = () => {
    settled.current = false
    setDraft(value)
  }
  const close = (refocus: boolean) => {
    settled.current = true
    setComplaint(undefined)
    setDraft(undefined)
    if (refocus) requestAnimationFrame(() => trigger.current?.focus())
  }
  const commit = async (refocus: boolean) => {
    if (settled.current || draft === undefined) return
    if (draft.trim() === value) return close(refocus)
    settled.current = true
    const refused = await save(draft.trim())
    if (!refused) return close(refocus)
    settled.current = false
    setComplaint(refused)
  }
  return { draft, setDraft, complaint, trigger, begin, commit, cancel: () => close(true) }
}
