import { useState } from 'react'
import { readAmount } from '#web/app/format/amount.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { Switch } from '#web/ui/switch.tsx'
import { readPropertyFilters, type PropertyFilters } from '#web/screens/properties/property-filters.ts'
import { usePropertiesWords, useValueName } from '#web/screens/properties/words.ts'

type Props = { filters: PropertyFilters; onApply: (filters: PropertyFilters) => void }

/** The filters that do not fit in the toolbar. */
export function FilterForm({ filters, onApply }: Props) {
  const words = usePropertiesWords()
  const [published, setPublished] = useState(filters.published === '1')
  const [inactive, setInactive] = useState(filters.inactive === '1')
  const apply = (texts: Record<string, string>) => {
    const { q, operation } = filters
    const amounts = Object.fromEntries(
      ['min_price', 'max_price', 'min_bedrooms', 'max_bedrooms'].map((key) => [key, numberIn(texts[key])]),
    )
    const values = { ...texts, ...amounts, published: published ? '1' : '', inactive: inactive ? '1' : '' }
    onApply(readPropertyFilters({ ...values, ...(q && { q }), ...(operation && { operation }) } as PropertyFilters))
  }
  const text = (name: 'city' | 'sector') => ({ name, defaultValue: filters[name] ?? '', autoComplete: 'off' })
  const number = (name: 'min_price' | 'max_price' | 'min_bedrooms' | 'max_bedrooms') =>
    ({ name, defaultValue: filters[name] ?? '', inputMode: 'decimal', autoComplete: 'off' }) as const
  return (
    <form onSubmit={handleSubmit(apply)} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField label={words.fields.city} {...text('city')} />
        <TextField label={words.fields.sector} {...text('sector')} />
        <TextField
          label={words.fields.property_type}
          name="type"
          defaultValue={filters.type ?? ''}
          list="property-types"
          autoComplete="off"
        />
        <TextField
          label={words.fields.availability}
          name="availability"
          defaultValue={filters.availability ?? ''}
          list="property-availabilities"
          autoComplete="off"
        />
        <TextField label={words.minPrice} {...number('min_price')} />
        <TextField label={words.maxPrice} {...number('max_price')} />
        <TextField label={words.minBedrooms} {...number('min_bedrooms')} />
        <TextField label={words.maxBedrooms} {...number('max_bedrooms')} />
      </div>
      <Suggestions id="property-types" values={words.commonTypes} />
      <Suggestions id="property-availabilities" values={words.commonAvailabilities} />
      <Switch label={words.onlyPublished} checked={published} onChange={setPublished} />
      <Switch label={words.withInactive} checked={inactive} onChange={setInactive} />
      <Button look="primary" type="submit">
        {words.apply}
      </Button>
    </form>
  )
}

const numberIn = (text = '') => String(readAmount(text) ?? '')

/** Suggestions for a text field. */
export function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  const nameOf = useValueName()
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} label={nameOf(value)} />
      ))}
    </datalist>
  )
}
