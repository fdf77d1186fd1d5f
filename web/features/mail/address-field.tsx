import { useState, type KeyboardEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { X } from '#web/ui/icons.ts'
import { isAddress, splitAddresses } from './addresses.ts'
import { useMailWords } from './words.ts'

type Props = {
  label: string
  addresses: readonly string[]
  onChange: (addresses: string[]) => void
  className?: string
}

/** E-mail addresses, each of which can be removed. A comma, a space, Enter or leaving the field ends one. */
export function AddressField({ label, addresses, onChange, className }: Props) {
  const words = useMailWords()
  const [typed, type] = useState('')
  const add = (text: string) => {
    type('')
    const added = splitAddresses(text).filter((each) => !addresses.includes(each))
    if (added.length > 0) onChange([...addresses, ...added])
  }
  const change = (text: string) => (/[,;\s]/.test(text) ? add(text) : type(text))
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && addresses.length > 0) onChange(addresses.slice(0, -1))
    if (event.key !== 'Enter' || typed === '') return
    event.preventDefault()
    add(typed)
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={cx('flex min-w-0 flex-1 flex-wrap items-center gap-1 py-1', className)}
    >
      {addresses.map((address) => (
        <span
          key={address}
          className={cx(
            'flex max-w-full items-center rounded-full bg-hover pl-2 text-xs',
            !isAddress(address) && 'text-danger-text ring-1 ring-danger-text ring-inset',
          )}
        >
          <span className="min-w-0 truncate">{address}</span>
          <button
            type="button"
            aria-label={words.remove(address)}
            onClick={() => onChange(addresses.filter((each) => each !== address))}
            className="grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:text-ink pointer-coarse:size-9"
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <input
        type="text"
        inputMode="email"
        aria-label={label}
        value={typed}
        onChange={({ target }) => change(target.value)}
        onKeyDown={press}
        onBlur={() => add(typed)}
        autoComplete="off"
        className="h-6 min-w-24 flex-1 bg-transparent text-sm outline-none pointer-coarse:h-9"
      />
    </div>
  )
}
