import type { AgentTool } from '#doors/mcp/tools.ts'
import { nearest } from '#kernel/filters/reference.ts'
import type { Problem } from '#kernel/problem.ts'

/** The tools that set the fields this one does not have, of the same record: `stage` of a deal is set by moving it. */
export function describeOtherTools(
  tools: ReadonlyMap<string, AgentTool>,
  tool: AgentTool,
  { extra: { errors = [] } }: Problem,
): string {
  const unknown = errors.filter(({ code, field }) => code === 'unknown_field' && !field.includes('/'))
  const [subject] = requiredOf(tool)
  if (unknown.length === 0 || !subject) return ''
  const hints = unknown.flatMap(({ field }) => {
    const others = [...tools.values()].filter((other) => other !== tool && requiredOf(other)[0] === subject)
    const exact = others.filter((other) => requiredOf(other).includes(field))
    const found =
      exact.length > 0 ? exact : others.filter((other) => fieldsOf(other).some((each) => isSame(each, field)))
    return found.length > 0
      ? [
          ` For ${field} use ${found
            .map(({ name }) => name)
            .slice(0, 3)
            .join(' or ')}.`,
        ]
      : []
  })
  return hints.join('')
}

function requiredOf({ definition }: AgentTool): string[] {
  return definition().inputSchema.required ?? []
}

function fieldsOf({ definition }: AgentTool): string[] {
  return Object.keys(definition().inputSchema.properties ?? {})
}

/** Whether the field is meant: `labels` and `label` both mean `label_title`. */
function isSame(known: string, wanted: string): boolean {
  return known === wanted || known.startsWith(`${wanted.replace(/s$/, '')}_`)
}

/** Words that models use for those of the tools. */
const synonyms = new Map([
  ['find', 'search'],
  ['query', 'search'],
  ['fetch', 'get'],
  ['show', 'get'],
  ['read', 'get'],
  ['add', 'create'],
  ['new', 'create'],
  ['edit', 'update'],
  ['close', 'resolve'],
  ['deal', 'opportunity'],
  ['deals', 'opportunities'],
  ['customer', 'contact'],
  ['customers', 'contacts'],
  ['person', 'contact'],
  ['people', 'contacts'],
  ['chat', 'conversation'],
  ['chats', 'conversations'],
  ['user', 'agent'],
  ['users', 'agents'],
  ['member', 'agent'],
  ['members', 'agents'],
  ['tag', 'label'],
  ['tags', 'labels'],
  ['task', 'activity'],
  ['tasks', 'activities'],
])

/** A sentence with the tools that an unknown name comes nearest to, by its words and by those they stand for. */
export function describeUnknownTool(names: readonly string[], wanted: string): string {
  const shown = wanted.slice(0, 64)
  const words = shown
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const meant = words.map((word) => synonyms.get(word) ?? word)
  const shared = (name: string) => name.split('_').filter((word) => meant.some((each) => isAlike(each, word))).length
  const near = nearest(names, meant.join('_'), (name) => name).toSorted((a, b) => shared(b) - shared(a))
  const named = near.filter((name) => shared(name) > 0)
  const shortlist = (named.length > 0 ? named : near).slice(0, 3)
  return `Unknown tool: ${shown}. The nearest are ${shortlist.join(', ')}; tools/list has them all.`
}

/** Singular and plural are alike: `property` and `properties`. */
function isAlike(a: string, b: string): boolean {
  return a === b || a.replace(/(ies|y|s)$/, '') === b.replace(/(ies|y|s)$/, '')
}
