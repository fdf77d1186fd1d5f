import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from '#web/ui/icons.ts'
import { useAccount } from '#web/app/session.ts'
import { useSettingsWords } from '#web/features/settings/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useTitle } from '#web/ui/use-title.ts'

type Props = {
  title: string
  hint?: string
  actions?: ReactNode
  /** A back link other than the list of sections. */
  back?: ReactNode
  /** A narrower column, for text and forms. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of a settings section: title, hint, actions and content. */
export function Section({ title, hint, actions, back, narrow, children }: Props) {
  useTitle(title)
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-3 py-2 md:px-6">
        {back ?? <BackToSettings />}
        <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h1>
        {actions}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className={cx('px-4 py-5 md:px-6', narrow ? 'max-w-3xl' : 'max-w-6xl')}>
          {hint && <p className="mb-5 max-w-2xl text-base text-pretty text-ink-2">{hint}</p>}
          {children}
        </div>
      </div>
    </>
  )
}

function BackToSettings() {
  const words = useSettingsWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/settings"
      params={{ account_id }}
      aria-label={words.back}
      className={cx(backClass, 'md:hidden')}
    >
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
}

export const backClass = cx(buttonClass('quiet'), 'w-8 px-0! pointer-coarse:w-10')
