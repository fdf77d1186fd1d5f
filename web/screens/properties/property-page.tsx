import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, Ellipsis, ExternalLink, Link2, Pencil, Trash2 } from 'lucide-react'
import { Problem } from '#web/api.ts'
import { useCommands } from '#web/commands/commands.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { useAccount } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import type { PropertyDetail } from '#contract/records/property.ts'
import { PropertySheet } from './property-sheet.tsx'
import { PropertySkeleton } from './property-skeleton.tsx'
import { usePropertiesWords } from './words.ts'

const EditDialog = lazy(async () => ({ default: (await import('./edit/edit-dialog.tsx')).EditDialog }))

/** One property: pictures, facts, and who is interested. */
export function PropertyPage() {
  const { common } = useWords()
  const words = usePropertiesWords()
  const { id: account_id } = useAccount()
  const { property_id = '' } = useParams({ strict: false })
  const { data, error } = useRead('get_crm_property_detail', { property_id })
  const isGone = error instanceof Problem && error.status === 404
  const property = isGone ? undefined : data
  useTitle(property?.name ?? words.one)
  return (
    <div className="@container flex h-full min-w-0 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-3 py-2 md:px-4">
        <Link
          to="/app/$account_id/properties"
          params={{ account_id }}
          aria-label={words.back}
          className={cx(buttonClass('quiet'), 'w-8 px-0! pointer-coarse:w-10')}
        >
          <ArrowLeft size={18} aria-hidden />
        </Link>
        <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{property?.name ?? words.one}</h1>
        {property && <Acts property={property} />}
      </header>
      {property && <PropertySheet property={property} />}
      {!property && !error && <PropertySkeleton label={common.loading} />}
      {!property && error && (
        <EmptyState art={<BrokenThread />} title={words.gone}>
          {isGone ? words.goneHint : explain(error)}
        </EmptyState>
      )}
    </div>
  )
}

/** What one can do with the whole of it. */
function Acts({ property }: { property: PropertyDetail }) {
  const { common } = useWords()
  const words = usePropertiesWords()
  const [isEditing, edit] = useState<boolean>()
  const [asks, ask] = useState(false)
  const copy = useCopy()
  const remove = useRemove(property)
  const { url, listing_url } = property
  useCommands([
    { name: words.edit.title, key: 'e', icon: Pencil, run: () => edit(true) },
    { name: common.copyLink, key: 'y', icon: Link2, run: () => void copy(url) },
    { name: words.remove.open, icon: Trash2, run: () => ask(true) },
  ])
  return (
    <>
      {listing_url && (
        <a
          href={listing_url}
          target="_blank"
          rel="noreferrer"
          aria-label={words.listing}
          className={cx(buttonClass('outline'), 'max-sm:px-2.5!')}
        >
          <ExternalLink size={15} aria-hidden />
          <span className="max-sm:hidden">{words.listing}</span>
        </a>
      )}
      <Button look="outline" icon={<Pencil size={15} aria-hidden />} onClick={() => edit(true)}>
        {words.edit.open}
        <Kbd>E</Kbd>
      </Button>
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => void copy(url)}>
          {common.copyLink}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => ask(true)}>
          {words.remove.open}
        </MenuItem>
      </Menu>
      {isEditing !== undefined && (
        <Suspense>
          <EditDialog open={isEditing} onClose={() => edit(false)} property={property} />
        </Suspense>
      )}
      <Confirm
        open={asks}
        onClose={() => ask(false)}
        title={words.remove.title(property.name)}
        cancel={common.cancel}
        confirm={words.remove.open}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ property_id: property.id })}
      >
        {words.remove.hint}
      </Confirm>
    </>
  )
}

function useRemove({ name }: PropertyDetail) {
  const words = usePropertiesWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return useAct('delete_property', {
    refreshes: ['list_crm_properties'],
    onSuccess: () => {
      toast.good(words.remove.done(name))
      void navigate({ to: '/app/$account_id/properties', params: { account_id } })
    },
  })
}
