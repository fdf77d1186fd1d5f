import { useTime } from '#web/app/format/time.ts'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useSave, type Change } from './deal-actions.ts'
import { Section } from './section.tsx'
import { useDrawerWords } from './words.ts'

const fields = ['utm_source', 'utm_medium', 'utm_campaign'] as const

/** Source of the deal: the current value and the first touch. */
export function Attribution({ deal }: { deal: Deal }) {
  const { attribution: words, sections, add } = useDrawerWords()
  const { fields: names } = useDealWords()
  const time = useTime()
  const origins = useOrigins()
  const save = useSave(deal)
  const { utm_auto: first, utm_origin, utm_origin_by: by, utm_origin_at: at } = deal
  const differs = first && fields.some((field) => first[field] !== deal[field])
  return (
    <Section title={sections.attribution}>
      <table className="-mx-2 w-[calc(100%+1rem)] table-fixed text-left">
        {differs && (
          <thead>
            <tr className="text-xs text-ink-3">
              <th scope="col" className="w-22 px-2 font-normal">
                <span className="sr-only">{words.field}</span>
              </th>
              <th scope="col" className="px-2 font-normal">
                {words.now}
              </th>
              <th scope="col" className="px-2 font-normal">
                {words.first}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row" className="w-22 px-2 py-1 align-top text-xs leading-5.5 font-normal text-ink-3">
                {names[field]}
              </th>
              <td className="align-top">
                <InlineEdit
                  label={names[field]}
                  value={deal[field] ?? ''}
                  shown={origins.valueOf(field, deal[field])}
                  placeholder={add}
                  save={(text) => save({ [field]: text } as Change)}
                />
              </td>
              {differs && (
                <td className="px-2 py-1 align-top text-base wrap-anywhere text-ink-2">
                  {origins.valueOf(field, first[field]) ?? first[field] ?? '—'}
                </td>
              )}
            </tr>
          ))}
          <tr>
            <th scope="row" className="px-2 py-1 align-top text-xs leading-5.5 font-normal text-ink-3">
              {names.attribution_detail}
            </th>
            <td colSpan={differs ? 2 : 1} className="align-top">
              <InlineEdit
                label={names.attribution_detail}
                value={deal.attribution_detail ?? ''}
                placeholder={add}
                save={(text) => save({ attribution_detail: text })}
              />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="mt-1 text-xs text-ink-3">
        {utm_origin === null && words.none}
        {utm_origin === 'automatic' && words.automatic}
        {utm_origin === 'manual' && at && words.manual(by?.name ?? '', time.day(at))}
        {first && ` · ${words.captured(time.day(first.captured_at))}`}
      </p>
    </Section>
  )
}
