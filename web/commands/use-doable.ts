import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useWords } from '#web/app/i18n.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { isFor, sections } from '#web/features/settings/sections.ts'
import { useSettingsWords } from '#web/features/settings/words.ts'
import { ArrowRight } from '#web/ui/icons.ts'
import { useAllCommands, type Command } from './commands.ts'
import { match } from './match.ts'
import type { Group, Item } from './use-found.ts'

/**
 * Commands, and once something is typed settings, by group in the order they were registered. A typing error is forgiven
 * where nothing fits exactly; these belong after the records found.
 */
export function useDoable(text: string): { exact: Group[]; near: Group[] } {
  const all = [...useCommandGroups(), ...useSettings()]
  if (text === '') return { exact: all.filter(({ isSettings }) => !isSettings), near: [] }
  const fitting = (how: 'exact' | 'near') =>
    all
      .map(({ value, items }) => ({ value, items: items.filter(({ label }) => match(label, text) === how) }))
      .filter(({ items }) => items.length > 0)
  const exact = fitting('exact')
  return { exact, near: exact.length > 0 ? [] : fitting('near') }
}

type CommandGroup = Group & { isSettings?: true }

function useCommandGroups(): CommandGroup[] {
  const { commands: words } = useWords()
  const all = useAllCommands()
  // Asked when the bar opens, before it takes the focus from the record that some of them are about.
  const [isPossible] = useState(() => {
    const impossible = new Set(all.filter((each) => each.isPossible?.() === false).map(signatureOf))
    return (command: Command) => !impossible.has(signatureOf(command))
  })
  const groups = new Map<string, Item[]>()
  for (const { name, run, key, icon = ArrowRight, group = words.actions } of all.filter(isPossible)) {
    const items = groups.get(group) ?? groups.set(group, []).get(group)!
    if (!items.some(({ label }) => label === name)) items.push({ id: `${group}:${name}`, label: name, key, icon, run })
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}

const signatureOf = ({ name, group }: Command) => `${group}:${name}`

/** The sections of the settings that the person may open. */
function useSettings(): CommandGroup[] {
  const { title, sections: names } = useSettingsWords()
  const { id: account_id, role } = useAccount()
  const { user } = useSession()
  const navigate = useNavigate()
  const items = sections
    .filter((section) => isFor(section, role, user.super_administrator))
    .map(({ to, path, icon }) => ({
      id: `settings:${path}`,
      label: names[path],
      icon,
      run: () => void navigate({ to, params: { account_id } }),
    }))
  return [{ value: title, items, isSettings: true }]
}
