import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { ArrowUpRight, Check, Trash2 } from 'lucide-react'
import type { Stage } from '#contract/records/crm.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { itemClass, popupClass } from '#web/ui/menu.tsx'
import { MenuItem, MenuLine } from '#web/ui/opened/menu.tsx'
import { StageMark } from './column-header.tsx'
import type { Card } from './use-move.ts'

export type Asked = { card: Card; at: Element }

type Props = {
  asked: Asked | undefined
  stages: readonly Stage[]
  onClose: () => void
  onMove: (card: Card, to: Stage) => void
  onRemove: (card: Card) => void
}

/** What can be done with a card. There is one menu for all of them, which opens beside the card it is asked for. */
export function CardMenu({ asked, stages, onClose, onMove, onRemove }: Props) {
  const words = usePipelineWords()
  const navigate = useNavigate()
  const card = asked?.card
  return (
    <Menu.Root open={asked !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={asked?.at ?? null} align="start" sideOffset={4} className="z-40">
          <Menu.Popup
            aria-label={card && words.card.acts(card.name)}
            finalFocus={() => focusOf(asked)}
            className={popupClass}
          >
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** The focus goes back to the card, wherever it stands by then. */
function focusOf(asked: Asked | undefined) {
  const card = asked && document.querySelector<HTMLElement>(`[data-card="${asked.card.id}"]`)
  return card ?? true
}
