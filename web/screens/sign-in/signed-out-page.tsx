import type { ReactNode } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { PreferencesBar } from './preferences-bar.tsx'
import { PageBackground } from './page-background.tsx'

type Props = { title: string; subtitle?: ReactNode; children: ReactNode; below?: ReactNode }

/** Layout of the signed-out pages: one card on a decorated background. */
export function SignedOutPage({ title, subtitle, children, below }: Props) {
  useTitle(title)
  return (
    <div className="relative isolate grid h-dvh grid-rows-[auto_1fr] overflow-y-auto bg-canvas">
      <PageBackground />
      <PreferencesBar />
      <main className="grid place-items-center px-4 pb-24">
        <div className="w-full max-w-96">
          <div className="mb-6 flex flex-col items-center text-center">
            <Logo size={52} />
            <h1 className="mt-4 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
            {subtitle && <p className="mt-1 text-pretty wrap-anywhere text-ink-2">{subtitle}</p>}
          </div>
          <div className="flex flex-col gap-4 rounded-2xl bg-surface p-6 shadow-raised">{children}</div>
          {below && <div className="mt-4 text-center text-sm">{below}</div>}
        </div>
      </main>
    </div>
  )
}

export const linkClass = 'rounded font-medium text-accent-text underline-offset-4 hover:underline'
