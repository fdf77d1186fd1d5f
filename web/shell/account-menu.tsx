import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { signOut } from '#web/api.ts'
import { language, languages, useWords } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { sessionQuery, useAccount, useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { theme } from '#web/ui/theme.ts'

/** Who is signed in and where, and how they like it here. */
export function AccountMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { shell } = useWords()
  const { user, accounts } = useSession()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const leave = useLeave()
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
      <MenuChoice label={shell.workspace} value={account_id} choices={names} onChange={open} closes />
      <MenuLine />
      <MenuChoice label={shell.language} value={language.use()} choices={languages} onChange={language.set} />
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

/** Signing out forgets everything this browser was told. */
function useLeave() {
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}
