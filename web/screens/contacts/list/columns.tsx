import { useMemo, type ReactNode } from 'react'
import type { Contact } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'
import { useAttributeText } from '#web/features/conditions/attribute-text.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import type { Sort } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import type { Column } from '#web/ui/columns/layout.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'

export type ContactColumn = Column & { className: string; show: (contact: Contact) => ReactNode }

const text = 'truncate text-sm text-ink-2'

/** Both orders of a field. */
const by = (field: Exclude<Sort, `-${string}`>) => ({
  ascending: field,
  descending: `-${field}` satisfies Sort,
})

/** The columns a list of contacts can show; the name is drawn by the row. */
export function useContactColumns(): ContactColumn[] {
  const { columns: names } = useContactsScreenWords().list
  const { data } = useRead('list_custom_attributes', {})
  const attributeText = useAttributeText()
  const origins = useOrigins()
  return useMemo(() => {
    const own = (data?.items ?? []).filter(({ model }) => model === 'contact_attribute')
    const plain = (key: 'company' | 'job' | 'identifier', field: 'company_name' | 'job_title' | 'identifier') => ({
      key,
      name: names[key],
      optional: true,
      className: `cell-more ${text}`,
      show: (contact: Contact) => contact[field],
    })
    return [
      {
        key: 'name',
        name: names.name,
        sort: by('name'),
        className: 'cell-name',
        show: ({ name }) => name,
      },
      {
        key: 'phone',
        name: names.phone,
        sort: by('phone_number'),
        className: `cell-phone ${text} tabular-nums`,
        show: ({ phone_number }) => phone_number,
      },
      {
        key: 'email',
        name: names.email,
        sort: by('email'),
        className: `cell-email ${text}`,
        show: ({ email }) => email,
      },
      {
        key: 'place',
        name: names.place,
        sort: by('city'),
        className: `cell-place ${text}`,
        show: ({ city, country }) => [city, country].filter(Boolean).join(', '),
      },
      { key: 'labels', name: names.labels, className: 'cell-labels', show: ({ labels }) => <Labels titles={labels} /> },
      {
        key: 'created',
        name: names.created,
        sort: by('created_at'),
        className: 'cell-time text-xs text-ink-3',
        show: ({ created_at }) => <TimeAgo at={created_at} />,
      },
      { ...plain('company', 'company_name'), sort: by('company_name') },
      plain('job', 'job_title'),
      plain('identifier', 'identifier'),
      {
        key: 'activity',
        name: names.activity,
        sort: by('last_activity_at'),
        optional: true,
        className: `cell-more ${text}`,
        show: ({ last_activity_at }) => last_activity_at && <TimeAgo at={last_activity_at} />,
      },
      ...own.map(({ key, display_name, type }) => ({
        key: `attribute.${key}`,
        name: display_name,
        optional: true,
        className: `cell-more ${text}`,
        show: ({ custom_attributes }: Contact) =>
          origins.valueOf(key, custom_attributes[key]) ?? attributeText(type, custom_attributes[key]),
      })),
    ]
    // The formats change with the language, and so do the names.
  }, [names, data])
}

const SHOWN = 2

function Labels({ titles }: { titles: readonly string[] }) {
  return (
    <>
      {titles.slice(0, SHOWN).map((title) => (
        <LabelChip key={title} title={title} />
      ))}
      {titles.length > SHOWN && <span className="text-xs text-ink-3">+{titles.length - SHOWN}</span>}
    </>
  )
}
