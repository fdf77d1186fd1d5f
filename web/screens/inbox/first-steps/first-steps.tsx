import { Link } from '@tanstack/react-router'
import type { FirstStep } from '#contract/records/first-steps.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Check, ChevronRight, X } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFirstStepsWords } from './words.ts'

const places = {
  connect_channel: '/app/$account_id/settings/inboxes',
  invite_people: '/app/$account_id/settings/people',
  import_contacts: '/app/$account_id/contacts',
  try_widget: '/app/$account_id/settings/inboxes',
  connect_assistant: '/app/$account_id/settings/assistants',
} as const satisfies Record<FirstStep, string>

/** The first steps of a new workspace, for its administrators, until all are done or one dismisses them. */
export function FirstSteps({ className }: { className?: string }) {
  const { role } = useAccount()
  return role === 'administrator' ? <Steps className={className} /> : null
}

function Steps({ className }: { className?: string | undefined }) {
  const words = useFirstStepsWords()
  const { id: account_id } = useAccount()
  // Once the list is closed, events of the workspace need no longer be checked for a step.
  const { data } = useRead('get_first_steps', {}, { enabled: ({ state }) => state.data?.open !== false })
  const dismiss = useAct('dismiss_first_steps', { invalidates: ['get_first_steps'] })
  if (!data?.open) return null
  return (
    <section aria-label={words.title} className={cx('rounded-xl bg-surface p-4 text-left ring-1 ring-line', className)}>
      <div className="flex items-start justify-between gap-2">
        <div>
          <h2 className="text-base font-semibold">{words.title}</h2>
          <p className="text-sm text-ink-2">
            {words.progress(data.steps.filter(({ done }) => done).length, data.steps.length)}
          </p>
        </div>
        <IconButton label={words.dismiss} onClick={() => dismiss.mutate({})}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <ol className="mt-2 divide-y divide-line">
        {data.steps.map(({ name, done }) => (
          <li key={name}>
            <Link
              to={places[name]}
              params={{ account_id }}
              className="-mx-2 flex items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-hover"
            >
              <Mark done={done} label={words.done} />
              <span className="min-w-0 flex-1">
                <span className={cx('block text-sm font-medium', done && 'text-ink-3 line-through')}>
                  {words.steps[name][0]}
                </span>
                {!done && <span className="block text-xs text-ink-3">{words.steps[name][1]}</span>}
              </span>
              {!done && <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Mark = ({ done, label }: { done: boolean; label: string }) => (
  <span
    className={cx(
      'grid size-5 shrink-0 place-items-center rounded-full',
      done ? 'bg-accent text-on-accent' : 'ring-1 ring-edge ring-inset',
    )}
  >
    {done && <Check size={12} strokeWidth={3} role="img" aria-label={label} />}
  </span>
)
