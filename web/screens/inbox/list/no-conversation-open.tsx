import { useWords } from '#web/app/i18n.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { FirstSteps } from '#web/screens/inbox/first-steps/first-steps.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'

/** Shown while no conversation is open, with the most useful shortcuts. */
export function NoConversationOpen() {
  const { places } = useWords()
  const { nothing: words } = useInboxWords()
  useTitle(places.inbox)
  return (
    <div className="grid min-w-0 flex-1 place-items-center overflow-y-auto bg-sunken p-6">
      <div className="flex w-full max-w-xs flex-col items-center text-center">
        <FirstSteps className="mb-8 w-full" />
        <div className="mb-5 text-accent-text">
          <LooseThread />
        </div>
        <h2 className="text-lg font-semibold text-balance">{words.title}</h2>
        <p className="mt-1 text-pretty text-ink-2">{words.hint}</p>
        <dl className="mt-6 hidden w-full grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-left text-sm text-ink-2 pointer-fine:grid">
          {keys.map(({ keys: pressed, word }) => (
            <div key={word} className="contents">
              <dt className="flex justify-end gap-1">
                {pressed.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd>{words.keys[word]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

const keys = [
  { keys: ['J', 'K'], word: 'move' },
  { keys: ['Enter'], word: 'open' },
  { keys: ['X'], word: 'select' },
  { keys: ['E'], word: 'resolve' },
  { keys: ['/'], word: 'search' },
  { keys: ['C'], word: 'create' },
  { keys: ['?'], word: 'all' },
] as const
