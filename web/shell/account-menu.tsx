import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from '#web/ui/icons.ts'
import { signOut } from '#web/app/api.ts'
import { language, languages, useWords, type Language } from '#web/app/i18n.ts'
import { useTime } from '#web/app/format/time.ts'
import { queryClient, useAct, useRead } from '#web/app/query.ts'
import { sessionQuery, useAccount, useSession } from '#web/app/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { theme } from '#web/ui/theme.ts'

/** The account menu: workspace, profile, language and appearance. */
export function AccountMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { shell } = useWords()
  const { user, accounts } = useSession()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const leave = useLeave()
  // Reports by e-mail come in the same language.
  const { mutate: saveLanguage } = useAct('update_profile', { silent: true })
  const setLanguage = (chosen: Language) => {
    language.set(chosen)
    saveLanguage({ language: chosen })
  }
  const side = window.matchMedia('(min-width: 40rem)').matches ? 'right' : 'top'
  const names = Object.fromEntries(accounts.map(({ id, name }) => [id, name]))
  const open = (id: string) => navigate({ to: '/app/$account_id', params: { account_id: id } })
  const openProfile = () => navigate({ to: '/app/$account_id/settings/profile', params: { account_id } })

  return (
    <Menu trigger={<Trigger name={user.name} text={shell.me} />} side={side} align="end">
      <div className="flex items-center gap-2.5 px-2 py-2">
        <Avatar name={user.name} />
        <div className="min-w-0">
          <div className="truncate text-sm font-medium">{user.name}</div>
          <div className="truncate text-xs text-ink-3">{user.email}</div>
        </div>
      </div>
      <MenuLine />
      <Availability />
      <MenuChoice label={shell.workspace} value={account_id} choices={names} onChange={open} closes />
      <MenuLine />
      <MenuChoice label={shell.language} value={language.use()} choices={languages} onChange={setLanguage} />
      <MenuLine />
      <MenuChoice label={shell.theme} value={theme.use()} choices={useThemeNames()} onChange={theme.set} />
      <MenuLine />
      <MenuItem icon={<CircleUser size={16} aria-hidden />} onSelect={openProfile}>
        {shell.profile}
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} aria-hidden />} onSelect={onShowKeys}>
        {shell.shortcuts}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => leave.mutate()}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  )
}

/** The person's own availability, which decides whether conversations are assigned to them. */
function Availability() {
  const { shell } = useWords()
  const { user } = useSession()
  const { data } = useRead('list_agents', {})
  const { mutate } = useAct('update_agent', { invalidates: ['list_agents'] })
  const time = useTime()
  const own = data?.items.find(({ id }) => id === user.id)
  if (!own) return null
  const change = (choice: keyof typeof shell.availabilities) =>
    mutate({ agent_id: user.id, ...availabilityOf(choice, new Date()) })
  return (
    <>
      <MenuChoice
        label={shell.availability}
        value={own.availability}
        choices={shell.availabilities}
        onChange={change}
        closes
      />
      {own.availability_until && (
        <p className="px-2 pb-1.5 text-xs text-ink-3">{shell.awayUntil(time.full(own.availability_until))}</p>
      )}
      <MenuLine />
      <MenuChoice
        label={shell.capacity}
        value={String(own.capacity ?? UNLIMITED)}
        choices={capacities(own.capacity, shell.noCapacity)}
        onChange={(next) => mutate({ agent_id: user.id, capacity: next === UNLIMITED ? null : Number(next) })}
      />
      <MenuLine />
    </>
  )
}

const UNLIMITED = 'unlimited'

/** Usual limits, and the present one. */
function capacities(current: number | null, unlimited: string): Record<string, string> {
  const limits = [...new Set([5, 10, 20, ...(current === null ? [] : [current])])].toSorted((a, b) => a - b)
  return { ...Object.fromEntries(limits.map((limit) => [String(limit), String(limit)])), [UNLIMITED]: unlimited }
}

function availabilityOf(choice: 'online' | 'busy' | 'offline' | 'hour' | 'tomorrow', now: Date) {
  if (choice !== 'hour' && choice !== 'tomorrow') return { availability: choice }
  const hour = new Date(now.getTime() + 3_600_000)
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
  const until = choice === 'hour' ? hour : tomorrow
  return { availability: 'offline' as const, availability_until: until.toISOString() }
}

function Trigger({ name, text, ...props }: { name: string; text: string }) {
  return (
    <button
      {...props}
      type="button"
      aria-label={`${text}: ${name}`}
      className="flex flex-1 flex-col items-center gap-0.5 rounded-lg py-1.5 text-2xs font-medium text-ink-2
        hover:bg-hover data-popup-open:bg-hover sm:flex-none sm:p-2"
    >
      <Avatar name={name} size="sm" />
      <span className="sm:sr-only">{text}</span>
    </button>
  )
}

function useThemeNames() {
  const { shell } = useWords()
  return {
    system: <Choice icon={<Monitor size={15} aria-hidden />} text={shell.themeSystem} />,
    light: <Choice icon={<Sun size={15} aria-hidden />} text={shell.themeLight} />,
    dark: <Choice icon={<Moon size={15} aria-hidden />} text={shell.themeDark} />,
  }
}

const Choice = ({ icon, text }: { icon: React.ReactNode; text: string }) => (
  <>
    {icon}
    {text}
  </>
)

/** Clears all cached data. */
function useLeave() {
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}
