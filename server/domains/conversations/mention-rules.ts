import { folded } from '#kernel/reference.ts'

type Named = { id: string; name: string }

/** `[@Ana](mention://user/12/Ana)`, as other clients write it. */
const link = /\[@?[^\]]{0,300}\]\(mention:\/\/user\/(\d{1,18})(?:\/[^)]{0,300})?\)/g

/** Which of the agents a note names: by a link with their id, or by @ and their full name, without regard to case and accents. */
export function mentionedIn<A extends Named>(content: string, agents: readonly A[]): A[] {
  const ids = new Set([...content.matchAll(link)].map((match) => match[1]))
  const names = namesIn(folded(content.replaceAll(link, ' ')), agents)
  return agents.filter((agent) => ids.has(agent.id) || names.has(folded(agent.name)))
}

/** The names that follow an @, each the longest that fits: "@Ana María" is not Ana. */
function namesIn(text: string, agents: readonly Named[]): Set<string> {
  const known = [...new Set(agents.map(({ name }) => folded(name)))].filter(Boolean).sort((a, b) => b.length - a.length)
  const found = new Set<string>()
  // What stands right before an @ makes it an e-mail address.
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const name = known.find((each) => text.startsWith(each, index + 1) && isEnd(text, index + 1 + each.length))
    if (name !== undefined) found.add(name)
  }
  return found
}

function isEnd(text: string, at: number): boolean {
  return !/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
}
