import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, Ellipsis, ExternalLink, Link2, Pencil, Trash2 } from '#web/ui/icons.ts'
import type { PropertyDetail } from '#contract/records/property.ts'
import { Problem } from '#web/app/api.ts'
import { useCommands } from '#web/commands/commands.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { useAccount } from '#web/app/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { PropertySheet } from './property-sheet.tsx'
import { PropertySkeleton } from './property-skeleton.tsx'
import { usePropertiesWords } from './words.ts'

const EditProperty = lazy(async () => ({ default: (await import('./edit/edit-property.tsx')).EditProperty }))

/** A property with its photos, details and deals. */
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
        {property && <Actions property={property} />}
      </header>
      {property && <PropertySheet property={property} />}
      {!property && !error && <PropertySkeleton label={common.loading} />}
      {!property && error && (
        <EmptyState art={<BrokenThread />} title={words.gone}>
          {isGone ? words.goneHint : describeError(error)}
        </EmptyState>
      )}
    </div>
  )
}

function Actions({ property }: { property: PropertyDetail }) {
  const { common } = useWords()
  const words = usePropertiesWords()
  const [isEditing, edit] = useState<boolean>()
  const [isDeleting, confirmDelete] = useState(false)
  const copy = useCopy()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const { url, listing_url } = property
  useCommands([
    { name: words.edit.title, key: 'e', icon: Pencil, run: () => edit(true) },
    { name: common.copyLink, key: 'y', icon: Link2, run: () => void copy(url) },
    { name: words.remove.delete, icon: Trash2, run: () => confirmDelete(true) },
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
      <Button look="outline" icon={<Pencil size={15} aria-hidden />} aria-haspopup="dialog" onClick={() => edit(true)}>
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
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => confirmDelete(true)}>
          {words.remove.delete}
        </MenuItem>
      </Menu>
      {isEditing !== undefined && (
        <Suspense>
          <EditProperty edited={isEditing ? property : undefined} onClose={() => edit(false)} />
        </Suspense>
      )}
      <DeleteDialog
        record={isDeleting ? property : undefined}
        nameOf={({ name }) => name}
        onClose={() => confirmDelete(false)}
        onDeleted={() => void navigate({ to: '/app/$account_id/properties', params: { account_id } })}
        operation="delete_property"
        input={({ id }) => ({ property_id: id })}
        invalidates={['list_crm_properties']}
        words={words.remove}
      >
        {words.remove.deleteWarning}
      </DeleteDialog>
    </>
  )
}
