import { fold } from '#kernel/filters/reference.ts'

type NamedAgent = { id: string; name: string }

/** `[@Ana](mention://user/12/Ana)`, the mention syntax of other clients. */
const link = /\[@?[^\]]{0,300}\]\(mention:\/\/user\/(\d{1,18})(?:\/[^)]{0,300})?\)/g

/** The agents a note mentions: by a link with their id, or by @ and their full name, ignoring case and accents. */
export function findMentions<A extends NamedAgent>(content: string, agents: readonly A[]): A[] {
  const ids = new Set([...content.matchAll(link)].map((match) => match[1]))
  const names = namesIn(fold(content.replaceAll(link, ' ')), agents)
  return agents.filter((agent) => ids.has(agent.id) || names.has(fold(agent.name)))
}

/** Names that follow an @, longest match first: "@Ana María" is not Ana. */
function namesIn(text: string, agents: readonly NamedAgent[]): Set<string> {
  const known = [...new Set(agents.map(({ name }) => fold(name)))].filter(Boolean).sort((a, b) => b.length - a.length)
  const found = new Set<string>()
  // An @ right after a letter or digit is part of an e-mail address.
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const name = known.find((each) => text.startsWith(each, index + 1) && isWordEnd(text, index + 1 + each.length))
    if (name !== undefined) found.add(name)
  }
  return found
}

function isWordEnd(text: string, at: number): boolean {
  return !/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
}
