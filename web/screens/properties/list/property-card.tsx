import { Link } from '@tanstack/react-router'
import { Bath, BedDouble, MapPin, Ruler } from '#web/ui/icons.ts'
import type { Property } from '#contract/records/property.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useAccount } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Photo } from '#web/screens/properties/photo.tsx'
import { usePrice } from '#web/screens/properties/use-price.ts'
import { usePropertiesWords, useValueName } from '#web/screens/properties/words.ts'

type Props = { property: Property; isSelected: boolean; isSelecting: boolean; onToggle: () => void }

/** Photo, price, location and size of a property. */
export function PropertyCard({ property, isSelected, isSelecting, onToggle }: Props) {
  const words = usePropertiesWords()
  const { id: account_id } = useAccount()
  const price = usePrice()(property)
  const { id, name, code, city, sector, image_url, availability, active } = property
  const place = [sector, city].filter(Boolean).join(', ')
  return (
    <li
      data-property={id}
      className={cx(
        'group/card relative flex flex-col overflow-hidden rounded-xl bg-surface ring-1 ring-inset',
        '[contain-intrinsic-size:auto_18rem] [content-visibility:auto] focus-within:ring-2 focus-within:ring-focus',
        isSelected ? 'ring-2 ring-accent' : 'ring-line hover:ring-edge',
      )}
    >
      <div className="relative p-px">
        <Photo url={image_url} alt="" className="aspect-4/3 rounded-t-xl" />
        <div className="absolute inset-x-2 bottom-2 flex flex-wrap gap-1">
          {active ? <Availability text={availability} /> : <Badge tone="bad">{words.notOffered}</Badge>}
        </div>
      </div>
      <div className="flex min-h-29 flex-1 flex-col p-3">
        <p className="text-base font-semibold tabular-nums">{price}</p>
        <h2 className="mt-0.5 truncate text-sm font-medium">
          <Link
            to="/app/$account_id/properties/$property_id"
            params={{ account_id, property_id: id }}
            className="outline-none after:absolute after:inset-0"
          >
            {name}
          </Link>
        </h2>
        <p className="mt-0.5 flex min-h-5 items-center gap-1 text-xs text-ink-3">
          {place && <MapPin size={12} aria-hidden className="shrink-0" />}
          <span className="truncate">{place}</span>
        </p>
        <div className="mt-auto flex items-center gap-3 pt-1 text-xs text-ink-2">
          <Sizes property={property} />
          <span className="ml-auto truncate text-ink-3">{code}</span>
        </div>
      </div>
      <div
        className={cx(
          'absolute top-2 left-2 z-1 grid size-7 place-items-center rounded-md bg-surface shadow-sheet pointer-coarse:size-9',
          !isSelecting && 'pointer-fine:opacity-0 group-hover/card:opacity-100 focus-within:opacity-100',
        )}
      >
        <Checkbox label={words.bulk.select(name)} checked={isSelected} onChange={onToggle} />
      </div>
    </li>
  )
}

/** Only available properties are highlighted. */
export function Availability({ text }: { text: string }) {
  const nameOf = useValueName()
  const isFree = /^(disponible|available|libre)/i.test(text)
  return <Badge tone={isFree ? 'good' : 'warn'}>{nameOf(text)}</Badge>
}

function Sizes({ property: { bedrooms, bathrooms, area_m2 } }: { property: Property }) {
  const words = usePropertiesWords()
  const number = useNumbers()
  return (
    <>
      {bedrooms !== null && (
        <Size icon={<BedDouble size={13} aria-hidden />} text={String(bedrooms)} name={words.beds(bedrooms)} />
      )}
      {bathrooms !== null && (
        <Size icon={<Bath size={13} aria-hidden />} text={String(bathrooms)} name={words.baths(bathrooms)} />
      )}
      {area_m2 !== null && (
        <Size
          icon={<Ruler size={13} aria-hidden />}
          text={words.area(number(area_m2))}
          name={words.area(number(area_m2))}
        />
      )}
    </>
  )
}

const Size = ({ icon, text, name }: { icon: React.ReactNode; text: string; name: string }) => (
  <span title={name} className="flex items-center gap-1 whitespace-nowrap">
    {icon}
    <span aria-hidden>{text}</span>
    <span className="sr-only">{name}</span>
  </span>
)
