import { Combine, Ellipsis, Handshake, Link2, RotateCcw, Trash2, Trophy, X } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { KindIcon } from '#web/features/deals/deal-picker.tsx'
import { useDealWords } from '#web/features/deals/words.ts'
import { useDealCommands, type DealActions, type DrawerControls } from './use-deal-commands.ts'
import { useDrawerWords } from './words.ts'

export function DealToolbar({ deal, controls }: { deal: Deal; controls: DrawerControls }) {
  const actions = useDealCommands(deal, controls)
  const { common } = useWords()
  const words = useDrawerWords()
  const names = useDealWords()
  return (
    <div className="flex items-center gap-2">
      <p className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden text-sm text-ink-2">
        <KindIcon kind={deal.kind} />
        <span className="truncate font-medium">{names[deal.kind]}</span>
        <span className="truncate text-ink-3 max-sm:hidden">· {deal.pipeline.name}</span>
      </p>
      <OutcomeButtons deal={deal} actions={actions} />
      {actions.dialog}
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {deal.kind === 'lead' && !actions.isOver && (
          <MenuItem icon={<X size={16} aria-hidden />} onSelect={actions.lose}>
            {words.unqualified.submit}
          </MenuItem>
        )}
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={actions.copyLink}>
          {common.copyLink}
        </MenuItem>
        <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={actions.merge}>
          {words.merge.open}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={actions.remove}>
          {words.remove.open}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Convert a lead, close a deal, or reopen a closed record. */
function OutcomeButtons({ deal, actions }: { deal: Deal; actions: DealActions }) {
  const words = useDrawerWords()
  if (actions.isConverted) return null
  if (actions.isOver)
    return (
      <Button look="outline" icon={<RotateCcw size={15} aria-hidden />} onClick={actions.reopen}>
        {words.reopen.open}
      </Button>
    )
  if (deal.kind === 'lead')
    return (
      <Button look="primary" icon={<Handshake size={15} aria-hidden />} onClick={actions.convert}>
        {words.convert.open}
      </Button>
    )
  return (
    <>
      <Button look="primary" icon={<Trophy size={15} aria-hidden />} onClick={actions.win}>
        {words.won.open}
      </Button>
      <Button look="outline" icon={<X size={15} aria-hidden />} onClick={actions.lose}>
        {words.lost.open}
      </Button>
    </>
  )
}
