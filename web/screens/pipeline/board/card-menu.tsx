import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { ArrowUpRight, Check, Trash2 } from '#web/ui/icons.ts'
import type { Stage } from '#contract/records/crm.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { MenuItem, MenuLine, MenuPopup } from '#web/ui/popup/menu.tsx'
import { itemClass } from '#web/ui/popup/classes.ts'
import { StageMark } from './column-header.tsx'
import type { Card } from './use-move.ts'

export type MenuTarget = { card: Card; at: Element }

type Props = {
  target: MenuTarget | undefined
  stages: readonly Stage[]
  onClose: () => void
  onMove: (card: Card, to: Stage) => void
  onRemove: (card: Card) => void
}

/** The actions on a card. One menu serves all cards and opens next to its target. */
export function CardMenu({ target, stages, onClose, onMove, onRemove }: Props) {
  const words = usePipelineWords()
  const navigate = useNavigate()
  const card = target?.card
  return (
    <Menu.Root open={target !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={target?.at ?? null} align="start" sideOffset={4} className="z-40">
          <MenuPopup aria-label={card && words.card.actions(card.name)} finalFocus={() => focusTarget(target)}>
            {card && (
              <>
                <MenuItem
                  icon={<ArrowUpRight size={16} aria-hidden />}
                  onSelect={() => void navigate({ href: new URL(card.url).pathname + window.location.search })}
                >
                  {words.open}
                </MenuItem>
                <MenuLine />
                <Menu.Group>
                  <Menu.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">
                    {words.move.to}
                  </Menu.GroupLabel>
                  {stages.map((stage) => (
                    <Menu.Item
                      key={stage.id}
                      disabled={stage.id === card.stage.id}
                      onClick={() => onMove(card, stage)}
                      className={itemClass}
                    >
                      <span className="grid w-4 place-items-center">
                        <StageMark stage={stage} />
                      </span>
                      <span className="min-w-0 flex-1 truncate">{stage.name}</span>
                      {stage.id === card.stage.id && <Check size={15} aria-label={words.move.here} />}
                    </Menu.Item>
                  ))}
                </Menu.Group>
                <MenuLine />
                <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => onRemove(card)}>
                  {words.remove}
                </MenuItem>
              </>
            )}
          </MenuPopup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Returns the focus to the card, which may be in another column by then. */
function focusTarget(target: MenuTarget | undefined) {
  const card = target && document.querySelector<HTMLElement>(`[data-card="${target.card.id}"]`)
  return card ?? true
}
