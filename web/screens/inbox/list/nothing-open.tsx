import { useWords } from '#web/i18n.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { LooseThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'

/** Beside the list while no conversation is open: calm, and the keys worth knowing. */
export function NothingOpen() {
  const { places } = useWords()
  const { nothing: words } = useInboxWords()
  useTitle(places.inbox)
  return (
    <div className="grid min-w-0 flex-1 place-items-center overflow-y-auto bg-sunken p-6">
      <div className="flex max-w-xs flex-col items-center text-center">
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
  { keys: ['J', 'K'], word: 'walk' },
  { keys: ['Enter'], word: 'open' },
  { keys: ['X'], word: 'select' },
  { keys: ['E'], word: 'resolve' },
  { keys: ['/'], word: 'search' },
  { keys: ['C'], word: 'create' },
  { keys: ['?'], word: 'all' },
] as const
