import { Combine, Ellipsis, Handshake, Link2, RotateCcw, Trash2, Trophy, X } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { Deal } from './deal.ts'
import { KindIcon } from './deal-picker.tsx'
import { useDealCommands, type DealActs, type Ways } from './use-deal-commands.ts'
import { useDealWords } from './words.ts'

/** What one can do with the whole of it. */
export function DealBar({ deal, ways }: { deal: Deal; ways: Ways }) {
  const acts = useDealCommands(deal, ways)
  const { common } = useWords()
  const words = useDealWords()
  return (
    <div className="flex items-center gap-2">
      <p className="flex min-w-0 flex-1 items-center gap-1.5 text-sm text-ink-2">
        <KindIcon kind={deal.kind} />
        <span className="font-medium">{words[deal.kind]}</span>
        <span className="truncate text-ink-3">· {deal.pipeline.name}</span>
      </p>
      <Ends deal={deal} acts={acts} />
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {deal.kind === 'lead' && !acts.isOver && (
          <MenuItem icon={<X size={16} aria-hidden />} onSelect={acts.lose}>
            {words.lost.openLead}
          </MenuItem>
        )}
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={acts.copyLink}>
          {common.copyLink}
        </MenuItem>
        <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={acts.merge}>
          {words.merge.open}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={acts.discard}>
          {words.remove.open}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** How it goes on or ends: a lead becomes a deal; a deal is won or lost; what is over begins again. */
function Ends({ deal, acts }: { deal: Deal; acts: DealActs }) {
  const words = useDealWords()
  if (acts.isConverted) return null
  if (acts.isOver)
    return (
      <Button look="outline" icon={<RotateCcw size={15} aria-hidden />} onClick={acts.reopen}>
        {words.reopen.open}
      </Button>
    )
  if (deal.kind === 'lead')
    return (
      <Button look="primary" icon={<Handshake size={15} aria-hidden />} onClick={acts.convert}>
        {words.convert.open}
      </Button>
    )
  return (
    <>
      <Button look="primary" icon={<Trophy size={15} aria-hidden />} onClick={acts.win}>
        {words.won.open}
      </Button>
      <Button look="outline" icon={<X size={15} aria-hidden />} onClick={acts.lose}>
        {words.lost.open}
      </Button>
    </>
  )
}
