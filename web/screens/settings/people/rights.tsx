import type { Member } from '#contract/records/people.ts'
import { useRead } from '#web/app/query.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { usePeopleWords } from './words.ts'

export type Rights = Pick<Member, 'role' | 'visibility'> & { team_ids: string[] }

type Props = { value: Rights; onChange: (rights: Rights) => void; errors: Record<string, string> }

/** Role, visibility and teams of a person. */
export function RightsFields({ value, onChange, errors }: Props) {
  const words = usePeopleWords()
  const teams = useRead('list_teams', {}).data?.items ?? []
  return (
    <>
      <RadioCards
        beside
        label={words.roleLabel}
        value={value.role}
        onChange={(role) => onChange({ ...value, role })}
        choices={{
          agent: { label: words.roles.agent, hint: words.roleHints.agent },
          administrator: { label: words.roles.administrator, hint: words.roleHints.administrator },
        }}
      />
      <SelectField
        label={words.visibilityLabel}
        value={value.visibility}
        choices={words.visibilities}
        onChange={(visibility) => onChange({ ...value, visibility })}
        error={errors['visibility']}
      />
      {teams.length > 0 && (
        <CheckList
          label={words.teams}
          value={value.team_ids}
          choices={teams}
          onChange={(team_ids) => onChange({ ...value, team_ids })}
        />
      )}
    </>
  )
}
