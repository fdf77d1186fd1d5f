import { useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Property } from '#contract/records/property.ts'
import type { Input } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { SelectField } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { AmountField } from '#web/features/deals/amount-field.tsx'
import { Suggestions } from '#web/screens/properties/list/filter-form.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { toDraft, number_fields, readDraft, text_fields, type Draft } from './property-draft.ts'

type Props = { edited: Property | 'new' | undefined; onClose: () => void }

/** Creates or edits a property. */
export function EditProperty({ edited, onClose }: Props) {
  const words = usePropertiesWords()
  return (
    <EditDialog
      wide
      edited={edited}
      onClose={onClose}
      title={(property) => (property ? words.edit.title : words.create.title)}
    >
      {(property) => <EditForm property={property} onClose={onClose} />}
    </EditDialog>
  )
}

function EditForm({ property, onClose }: { property: Property | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = usePropertiesWords()
  const { default_currency } = useAccount()
  const [draft, setDraft] = useState(() => toDraft(property, default_currency))
  const [wrong, setWrong] = useState<string>()
  const { save, error, isPending, ...saving } = useSaveProperty(property, onClose)
  const errors: Record<string, string> = { ...saving.errors, ...(wrong && { [wrong]: words.notNumber }) }
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  const isShownInField = Object.keys(errors).some((field) => field in draft)

  const submit = () => {
    const read = readDraft(draft)
    setWrong('wrong' in read ? read.wrong : undefined)
    if ('input' in read) save(read.input)
  }
  const field = (name: (typeof text_fields)[number] | (typeof number_fields)[number]) => ({
    label: words.fields[name],
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
    error: errors[name],
    autoComplete: 'off',
  })
  const number = (name: (typeof number_fields)[number]) => ({ ...field(name), inputMode: 'decimal' as const })
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={property ? common.save : words.create.submit}
      busy={isPending}
      problem={error && !isShownInField && describeError(error, 'property')}
    >
      <div className="grid gap-6">
        <Group title={words.edit.basics}>
          <TextField autoFocus {...field('name')} />
          <TextField {...field('code')} hint={words.hints.code} />
          <SelectField
            label={words.fields.operation}
            value={draft.operation}
            choices={words.operations}
            onChange={(operation) => set({ operation })}
            error={errors['operation']}
          />
          <TextField {...field('property_type')} hint={words.hints.property_type} list="property-types" />
          <AmountField
            label={words.fields.list_price}
            value={draft.list_price}
            currency={draft.currency}
            onChange={(list_price) => set({ list_price })}
            error={errors['list_price']}
          />
          <TextField {...field('currency')} maxLength={3} />
          <TextField {...field('availability')} hint={words.hints.availability} list="property-availabilities" />
          <TextField {...field('project_name')} optional={common.optional} />
        </Group>
        <Group title={words.edit.place}>
          <TextField {...field('city')} />
          <TextField {...field('sector')} />
          <div className="sm:col-span-2">
            <TextField {...field('address')} />
          </div>
        </Group>
        <Group title={words.edit.facts}>
          <TextField {...number('bedrooms')} />
          <TextField {...number('bathrooms')} />
          <TextField {...number('area_m2')} />
          <TextField {...number('parking_spaces')} />
          <TextField {...number('stratum')} />
          <TextField {...field('listing_url')} type="url" optional={common.optional} />
          <div className="sm:col-span-2">
            <TextArea rows={4} {...field('description')} />
          </div>
          <Switch
            label={words.fields.active}
            hint={words.hints.active}
            checked={draft.active}
            onChange={(active) => set({ active })}
          />
          <Switch
            label={words.fields.published}
            hint={words.hints.published}
            checked={draft.published}
            onChange={(published) => set({ published })}
          />
        </Group>
        <Suggestions id="property-types" values={words.commonTypes} />
        <Suggestions id="property-availabilities" values={words.commonAvailabilities} />
      </div>
    </DialogForm>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-2.5 text-xs font-medium text-ink-3">{title}</legend>
    <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
  </fieldset>
)

/** Updates a property, or creates one and opens it. */
function useSaveProperty(property: Property | undefined, onClose: () => void) {
  const { common } = useWords()
  const words = usePropertiesWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const invalidates = ['list_crm_properties', 'get_crm_property_detail'] as const
  const update = useSave('update_property', { invalidates, onSaved: onClose, message: () => common.saved })
  const create = useSave('create_property', {
    invalidates,
    message: ({ name }) => words.create.done(name),
    onSaved: ({ id: property_id }) => {
      onClose()
      void navigate({ to: '/app/$account_id/properties/$property_id', params: { account_id, property_id } })
    },
  })
  const save = (fields: Input<'create_property'>) =>
    property ? update.save({ property_id: property.id, ...fields }) : create.save(fields)
  return { ...(property ? update : create), save }
}
