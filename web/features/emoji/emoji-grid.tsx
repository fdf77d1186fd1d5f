import { useState, type KeyboardEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { findEmoji } from './emoji.ts'
import { useEmojiWords } from './words.ts'

const COLUMNS = 8

/** Searches and chooses an emoji. The arrow keys move within the grid, Enter in the search takes the first. */
export function EmojiGrid({ onChoose }: { onChoose: (emoji: string) => void }) {
  const words = useEmojiWords()
  const [search, setSearch] = useState('')
  const groups = findEmoji(search)
  const first = groups[0]?.emoji[0]
  const pressInSearch = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') focusButton(event.currentTarget, 0)
    else if (event.key === 'Enter' && first) onChoose(first)
    else return
    event.preventDefault()
  }
  return (
    <div data-emoji className="w-72 max-w-full">
      <input
        autoFocus
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={pressInSearch}
        className={cx(inputClass, 'mb-2 h-8 w-full pointer-coarse:h-10')}
      />
      <div className="h-56 overflow-y-auto overscroll-contain" onKeyDown={pressInGrid}>
        {groups.map(({ group, emoji }) => (
          <section key={group} aria-label={words.groups[group]}>
            <h3 className="sticky top-0 bg-raised py-1 text-xs font-medium text-ink-3">{words.groups[group]}</h3>
            <div className="grid grid-cols-8">
              {emoji.map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-label={each}
                  onClick={() => onChoose(each)}
                  className="grid aspect-square place-items-center rounded-lg text-xl hover:bg-hover"
                >
                  {each}
                </button>
              ))}
            </div>
          </section>
        ))}
        {groups.length === 0 && <p className="py-2 text-sm text-ink-2">{words.nothing}</p>}
      </div>
    </div>
  )
}

function pressInGrid(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  focusButton(event.currentTarget, buttons.indexOf(document.activeElement as HTMLButtonElement) + step)
}

function focusButton(inside: HTMLElement, at: number) {
  const buttons = inside.closest('[data-emoji]')!.querySelectorAll('button')
  buttons[Math.max(0, Math.min(at, buttons.length - 1))]?.focus()
}
