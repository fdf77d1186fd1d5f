import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Suggestion } from './use-suggestions.ts'
import type { Trigger } from './triggers.ts'

type Props = {
  id: string
  kind: Trigger['kind']
  items: readonly Suggestion[]
  at: number
  onPoint: (index: number) => void
  onChoose: (item: Suggestion) => void
}

/** Suggestions while writing. The text field keeps focus; its arrow keys and Enter choose here. */
export function SuggestionList({ id, kind, items, at, onPoint, onChoose }: Props) {
  const { composer: words } = useThreadWords()
  const titles = { canned: words.canned, mention: words.mentions, variable: words.variables }
  const nothing = { canned: words.noCanned, mention: words.noMention, variable: words.noVariable }
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div
      className="absolute inset-x-0 bottom-full z-20 mb-2 overflow-hidden rounded-xl bg-raised shadow-raised"
      // A press here must not take focus from the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="px-3 pt-2 text-xs font-medium text-ink-3">{titles[kind]}</div>
      {items.length === 0 && <p className="px-3 pt-1 pb-3 text-sm text-ink-2">{nothing[kind]}</p>}
      <ul
        ref={list}
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={titles[kind]}
        className="max-h-64 overflow-y-auto overscroll-contain p-1 empty:hidden"
      >
        {items.map((item, index) => (
          <li
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseMove={() => index !== at && onPoint(index)}
            onClick={() => onChoose(item)}
            className={cx('rounded-md px-2 py-1.5 text-sm pointer-coarse:py-2.5', index === at && 'bg-hover')}
          >
            <span className="flex min-w-0 items-baseline gap-2">
              <span className="shrink-0 font-medium">{item.name}</span>
              {item.hint && <span className="min-w-0 truncate text-xs text-ink-3">{item.hint}</span>}
            </span>
            {item.preview && (
              <span className={cx('block text-ink-2', index === at ? 'line-clamp-4' : 'line-clamp-1')}>
                {item.preview}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
