import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { MapPin } from '#web/ui/icons.ts'
import type { PropertyDetail } from '#contract/records/property.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useAccount } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { Availability } from './list/property-card.tsx'
import { Photos } from './photos/photos.tsx'
import { usePrice } from './use-price.ts'
import { usePropertiesWords, useValueName } from './words.ts'

/** Photos on the left and details on the right; stacked on a phone. */
export function PropertySheet({ property }: { property: PropertyDetail }) {
  const words = usePropertiesWords()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className={gridClass}>
        <div className="@4xl:col-start-2 @4xl:row-start-1">
          <Headline property={property} />
        </div>
        <div className="min-w-0 @4xl:col-start-1 @4xl:row-span-2 @4xl:row-start-1">
          <Photos property={property} />
          {property.description && (
            <Section title={words.description}>
              <p className="text-base text-pretty wrap-anywhere whitespace-pre-wrap">{property.description}</p>
            </Section>
          )}
          <Deals property={property} />
        </div>
        <aside className="min-w-0 @4xl:col-start-2 @4xl:row-start-2">
          <Facts property={property} />
          <Place property={property} />
          <More property={property} />
        </aside>
      </div>
    </div>
  )
}

export const gridClass = cx(
  'mx-auto grid w-full max-w-6xl gap-x-8 px-4 py-5 md:px-6',
  '@4xl:grid-cols-[minmax(0,1fr)_20rem] @4xl:grid-rows-[auto_1fr]',
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line py-4">
    <h2 className="mb-2 text-sm font-semibold">{title}</h2>
    {children}
  </section>
)

function Headline({ property }: { property: PropertyDetail }) {
  const words = usePropertiesWords()
  const price = usePrice()(property)
  const { operation, availability, active, published, code } = property
  return (
    <div className="pb-4">
      <p className="text-2xl font-semibold tabular-nums">{price}</p>
      <p className="mt-0.5 text-sm text-ink-3">
        {words.operations[operation]} · {code}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Availability text={availability} />
        {!active && <Badge tone="bad">{words.notOffered}</Badge>}
        {published && <Badge tone="accent">{words.published}</Badge>}
      </div>
    </div>
  )
}

function Facts({ property }: { property: PropertyDetail }) {
  const words = usePropertiesWords()
  const number = useNumbers()
  const nameOf = useValueName()
  const { property_type, bedrooms, bathrooms, area_m2, parking_spaces, stratum } = property
  const facts: [string, string | null][] = [
    [words.fields.property_type, property_type && nameOf(property_type)],
    [words.fields.bedrooms, bedrooms === null ? null : number(bedrooms)],
    [words.fields.bathrooms, bathrooms === null ? null : number(bathrooms)],
    [words.fields.area_m2, area_m2 === null ? null : number(area_m2)],
    [words.fields.parking_spaces, parking_spaces === null ? null : number(parking_spaces)],
    [words.fields.stratum, stratum === null ? null : number(stratum)],
  ]
  return (
    <Section title={words.facts}>
      <Pairs pairs={facts.filter((pair): pair is [string, string] => pair[1] !== null)} />
    </Section>
  )
}

const Pairs = ({ pairs }: { pairs: [string, string][] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-base">
    {pairs.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-sm leading-5.5 text-ink-3">{name}</dt>
        <dd className="text-right wrap-anywhere first-letter:uppercase">{value}</dd>
      </div>
    ))}
  </dl>
)

function Place({ property: { address, sector, city, project_name } }: { property: PropertyDetail }) {
  const words = usePropertiesWords()
  const lines = [project_name, address, [sector, city].filter(Boolean).join(', ')].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <Section title={words.place}>
      <address className="flex items-start gap-2 text-base not-italic">
        <MapPin size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
        <span>
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      </address>
    </Section>
  )
}

function More({ property: { custom_attributes } }: { property: PropertyDetail }) {
  const words = usePropertiesWords()
  const number = useNumbers()
  const entries = Object.entries(custom_attributes)
  if (entries.length === 0) return null
  const write = (value: string | number | boolean) =>
    typeof value === 'boolean' ? (value ? words.yes : words.no) : typeof value === 'number' ? number(value) : value
  return (
    <Section title={words.attributes}>
      <Pairs pairs={entries.map(([key, value]) => [key, write(value)])} />
    </Section>
  )
}

const tones = { open: 'accent', won: 'good', lost: 'bad' } as const

/** Deals that include the property. */
function Deals({ property: { opportunities } }: { property: PropertyDetail }) {
  const words = usePropertiesWords()
  const { statuses } = useDealWords()
  const { id: account_id } = useAccount()
  const money = useMoney()
  return (
    <Section title={words.deals}>
      {opportunities.length === 0 && <p className="text-sm text-ink-3">{words.noDeals}</p>}
      <ul className="divide-y divide-line">
        {opportunities.map(({ id, name, status, stage, pipeline, owner, price, currency }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <Link
                to="/app/$account_id/opportunities/$opportunity_id"
                params={{ account_id, opportunity_id: id }}
                className="block truncate text-sm font-medium hover:underline"
              >
                {name}
              </Link>
              <p className="truncate text-xs text-ink-3">
                {[stage.name, pipeline.name, owner?.name].filter(Boolean).join(' · ')}
              </p>
            </div>
            {price !== null && <span className="text-sm tabular-nums">{money.short(price, currency)}</span>}
            <Badge tone={tones[status]}>{statuses[status]}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  )
}
