import { useMemo } from 'react'
import { describeError, fieldErrors, language } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { countries, currencies, timeZones } from './places.ts'
import { useSaveAccount } from './use-save-account.ts'
import { useWorkspaceWords } from './words.ts'

export function About() {
  const words = useWorkspaceWords()
  const { name, locale, time_zone, country, default_currency, contacts_visibility } = useAccount()
  const saved = { name, locale, time_zone, country, default_currency, contacts_visibility }
  const { draft, isChanged, change, discard } = useDraft(saved)
  const choices = useChoices(time_zone)
  const save = useSaveAccount(true, () => {
    discard()
    toast.good(words.saved)
  })
  const errors = fieldErrors(save.error)
  const picking = { nothing: words.nothing }
  const changes = changedFields(saved, draft)

  return (
    <form noValidate onSubmit={handleSubmit(() => save.mutate(changes))}>
      <Panel title={words.about}>
        {save.error && Object.keys(errors).length === 0 && (
          <div className="mb-4">
            <Notice>{describeError(save.error)}</Notice>
          </div>
        )}
        <TextField
          label={words.name}
          hint={words.nameHint}
          autoComplete="organization"
          maxLength={255}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors['name']}
        />
        <div className="mt-4 grid gap-4 @xl:grid-cols-2">
          <SelectField
            label={words.language}
            hint={words.languageHint}
            value={draft.locale}
            choices={words.languages}
            onChange={(next) => change({ locale: next })}
          />
          <PickerField
            {...picking}
            label={words.zone}
            hint={words.zoneHint}
            search={words.zoneSearch}
            value={draft.time_zone}
            choices={choices.zones}
            onChange={(next) => change({ time_zone: next })}
            error={errors['time_zone']}
          />
          <PickerField
            {...picking}
            label={words.country}
            hint={words.countryHint}
            search={words.countrySearch}
            value={draft.country}
            choices={choices.countries}
            onChange={(next) => change({ country: next })}
            error={errors['country']}
          />
          <PickerField
            {...picking}
            label={words.currency}
            hint={words.currencyHint}
            search={words.currencySearch}
            value={draft.default_currency}
            choices={choices.currencies}
            onChange={(next) => change({ default_currency: next })}
            error={errors['default_currency']}
          />
          <SelectField
            label={words.contacts}
            hint={words.contactsHint}
            value={draft.contacts_visibility}
            choices={words.contactsChoices}
            onChange={(next) => change({ contacts_visibility: next })}
          />
        </div>
        <div className="mt-4 -mb-4">
          <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
        </div>
      </Panel>
    </form>
  )
}

function useChoices(time_zone: string) {
  const locale = language.use()
  return useMemo(
    () => ({ zones: timeZones(locale, time_zone), countries: countries(locale), currencies: currencies(locale) }),
    [locale, time_zone],
  )
}

/** Only changed fields, so that simultaneous edits of different fields do not overwrite each other. */
function changedFields<T extends object>(saved: T, draft: T): Partial<T> {
  const entries = (Object.keys(draft) as (keyof T)[]).filter((key) => draft[key] !== saved[key])
  return Object.fromEntries(entries.map((key) => [key, draft[key]])) as Partial<T>
}
