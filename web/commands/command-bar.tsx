import { useEffect, useEffectEvent, useReducer, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { openPopups } from '#web/ui/hotkeys.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { backdropClass, itemClass, viewportClass, windowClass } from '#web/ui/popup/classes.ts'
import { focusAtOnce } from '#web/ui/popup/last-input.ts'
import { useDoable } from './use-doable.ts'
import { useFound, type Group, type Item } from './use-found.ts'

/** Finds commands, settings and all kinds of records. */
export function CommandBar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { commands: words } = useWords()
  const chosen = useRef(false)
  const [text, setText] = useState('')
  const popup = useRef<HTMLDivElement>(null)
  const steals = useSteals(open, popup)
  const close = () => {
    setText('')
    onClose()
  }
  return (
    <Dialog.Root key={steals} open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className={viewportClass}>
          <Dialog.Popup
            ref={popup}
            aria-label={words.title}
            // A chosen command gets the focus back itself, before it runs.
            finalFocus={() => !chosen.current}
            className={cx(windowClass, 'sm:max-w-xl')}
          >
            <Bar {...{ chosen, text, setText }} onClose={close} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Counts how often another window took the focus, such as a drawer still loading: the bar then opens again, above it. */
function useSteals(open: boolean, popup: RefObject<HTMLElement | null>): number {
  const [steals, count] = useReducer((before: number) => before + 1, 0)
  const notice = useEffectEvent(({ target }: FocusEvent) => {
    const other = open && target instanceof Element && target.closest(openPopups)
    if (other && !popup.current?.contains(target)) count()
  })
  useEffect(() => {
    const listen = (event: FocusEvent) => notice(event)
    window.addEventListener('focusin', listen)
    return () => window.removeEventListener('focusin', listen)
  }, [])
  return steals
}

type BarProps = {
  chosen: RefObject<boolean>
  text: string
  setText: (text: string) => void
  onClose: () => void
}

function Bar({ chosen, text, setText, onClose }: BarProps) {
  const { commands: words } = useWords()
  const [focused] = useState(() => document.activeElement)
  useEffect(() => void (chosen.current = false), [chosen])
  const typed = text.trim()
  const { exact, near } = useDoable(typed)
  const { groups: found, isSearching } = useFound(typed)
  const groups = [...exact, ...found, ...(isSearching ? [] : near)]
  const choose = (item: Item) => {
    chosen.current = true
    onClose()
    // After the dialog has closed, with the focus where it was: some commands are about the record that has it.
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
      item.run()
    })
  }
  const wait = useEnterBeforeAnswer(isSearching, groups[0]?.items[0], typed, choose)
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: Item) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search size={17} aria-hidden className="shrink-0 text-ink-3" />
        <Autocomplete.Input
          ref={focusAtOnce}
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          onKeyDown={wait}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]"
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="max-h-[min(60dvh,26rem)] overflow-y-auto overscroll-contain">
        <Autocomplete.Empty className="px-4 py-10 text-center text-sm text-ink-3 empty:hidden">
          {isSearching ? words.searching : words.nothing}
        </Autocomplete.Empty>
        <Autocomplete.List className="p-1.5 data-empty:hidden">
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Item) => (
                  <Autocomplete.Item key={item.id} value={item} onClick={() => choose(item)} className={itemClass}>
                    <item.icon size={16} aria-hidden />
                    <span className="min-w-0 truncate">{item.label}</span>
                    {item.hint && <span className="min-w-0 flex-1 truncate text-ink-3">{item.hint}</span>}
                    {item.key && (
                      <span className="ml-auto flex gap-1">
                        {item.key.split(' ').map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

/** Enter pressed before the answer has come opens its first match, unless the text changes meanwhile. */
function useEnterBeforeAnswer(
  isSearching: boolean,
  first: Item | undefined,
  typed: string,
  choose: (item: Item) => void,
) {
  const [awaited, setAwaited] = useState<string>()
  const open = useEffectEvent(() => {
    if (awaited === typed && first) choose(first)
    setAwaited(undefined)
  })
  useEffect(() => {
    if (awaited !== undefined && !isSearching) open()
  }, [awaited, isSearching])
  return ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && isSearching && !first) setAwaited(typed)
  }
}
