import type { Conversation } from '#contract/records/conversation.ts'
import { useRead } from '#web/query.ts'
import { useAccount, useSession } from '#web/session.ts'
import { usePeople } from '#web/screens/inbox/actions/use-people.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { fits, type Trigger } from './triggers.ts'
import { filled, valuesOf } from './variables.ts'

export type Suggestion = { id: string; name: string; hint?: string; preview?: string; insert: string }

const MOST = 50

/** What could be meant by what is being typed: canned responses, people, or what is known of the contact. */
export function useSuggestions(trigger: Trigger | undefined, conversation: Conversation): Suggestion[] {
  const canned = useCanned(trigger?.kind === 'canned', conversation)
  const people = useMentions()
  const values = useValues(conversation, trigger !== undefined)
  if (!trigger) return []
  const { kind, query } = trigger
  const all = { canned, mention: people, variable: asSuggestions(values) }[kind]
  return all.filter(({ id, name, hint = '', preview = '' }) => fits(query, name, hint, preview, id)).slice(0, MOST)
}

/** The contact as texts may speak of them. All that is known is asked for once it is needed. */
export function useValues(conversation: Conversation, isNeeded: boolean): Values {
  const { composer: words } = useThreadWords()
  const account = useAccount()
  const { user: agent } = useSession()
  const { contact, custom_attributes } = conversation
  const profile = useRead('get_contact', { contact_id: contact.id }, { enabled: isNeeded }).data
  const values = valuesOf({
    contact: profile ?? contact,
    agent,
    conversation: { ...conversation, custom_attributes },
    account,
  })
  const names: Record<string, string> = words.variableNames
  const nameOf = (path: string) => names[path] ?? path.split('.').at(-1)!.replaceAll('_', ' ')
  return { values, nameOf, noValue: words.noValue }
}

export type Values = { values: Record<string, string>; nameOf: (path: string) => string; noValue: string }

/** What is not known cannot be put in; that it is not known is worth seeing. */
const asSuggestions = ({ values, nameOf, noValue }: Values): Suggestion[] =>
  Object.entries(values).map(([path, value]) => ({
    id: path,
    name: nameOf(path),
    hint: value || noValue,
    insert: value || `{{${path}}}`,
  }))

/** The canned responses of this inbox stand before those of others. */
function useCanned(isNeeded: boolean, conversation: Conversation): Suggestion[] {
  const { data } = useRead('list_canned_responses', {}, { enabled: isNeeded })
  const { values } = useValues(conversation, isNeeded)
  const mine = ({ inbox }: { inbox: { id: string } }) => Number(inbox.id !== conversation.inbox.id)
  return (data?.items ?? [])
    .toSorted((a, b) => mine(a) - mine(b))
    .map(({ id, short_code, content, inbox }) => {
      const text = filled(content, values)
      return {
        id,
        name: `/${short_code}`,
        preview: text,
        insert: text,
        ...(inbox.id !== conversation.inbox.id && { hint: inbox.name }),
      }
    })
}

/** People by their names, and teams as all who are in them: whoever is named is told. */
function useMentions(): Suggestion[] {
  const { composer: words } = useThreadWords()
  const { agents, teams } = usePeople()
  return [
    ...agents.map(({ id, name, email }) => ({ id, name, hint: email, insert: `@${name} ` })),
    ...teams
      .filter(({ members }) => members.length > 0)
      .map(({ id, name, members }) => ({
        id: `team-${id}`,
        name,
        hint: `${words.team} · ${members.map((each) => each.name).join(', ')}`,
        insert: members.map((each) => `@${each.name} `).join(''),
      })),
  ]
}
