import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { search_kinds, SearchedConversation, SearchMatch, type SearchKind } from '#contract/records/search.ts'
import { written } from '#contract/scalars.ts'
import { emptyPart } from '#db/sql.ts'
import { toConditions } from '#domains/conversations/filters/conditions.ts'
import { conversationFilters, moreFilters } from '#domains/conversations/inputs.ts'
import { findConversations } from '#domains/search/find-conversations.ts'
import { findRecords, type Kind } from '#domains/search/find-records.ts'
import { contactKind, documentKind, propertyKind, salesKind } from '#domains/search/kinds.ts'
import type { Candidate } from '#domains/search/match-rules.ts'
import { type Actor, type Context, operation } from '#kernel/operation.ts'

const matches = z.array(SearchMatch)
const DEFAULT_LIMIT = 5
/** Contacts whose conversations and deals are found with them. */
const CONTACTS_FOLLOWED = 20
/** With filters, which leave few of their conversations. */
const CONTACTS_FILTERED = 200

export const search_everything = operation({
  summary:
    'Search contacts, conversations, leads, deals, properties and knowledge documents at once, best matches first.',
  description:
    'Words may be unfinished or have a typing error. Kinds of records that the caller may not read are empty. ' +
    'For complete lists use the search of one kind.',
  rest: 'GET /search',
  permission: 'authenticated',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    query: written.trim().min(1).max(200).describe('Words of a name, phone number, e-mail, title, code or message'),
    kinds: z.array(z.enum(search_kinds)).min(1).optional().describe('Kinds of records to search. Default all.'),
    conversation_filters: z
      .strictObject({ ...conversationFilters, ...moreFilters })
      .optional()
      .describe('Finds only conversations that meet these filters of list_conversations, by default of any status'),
    limit: z.int().min(1).max(20).optional().describe('Matches of each kind, 1 to 20. Default 5.'),
  }),
  output: z.object({
    contacts: matches,
    conversations: z.array(SearchedConversation),
    leads: matches,
    opportunities: matches,
    properties: matches,
    documents: matches,
  }),

  async run(ctx, { query, kinds = search_kinds, conversation_filters: filters, limit = DEFAULT_LIMIT }) {
    const wanted = (kind: SearchKind) => kinds.includes(kind) && mayRead(ctx.actor, kind)
    const follows = wanted('conversations') || wanted('leads') || wanted('opportunities')
    const find = async (kind: SearchKind, of: Kind) => (wanted(kind) ? toMatches(ctx, of, query, limit) : [])
    const met = filters && wanted('conversations') ? await toConditions(ctx, { status: 'all', ...filters }) : emptyPart
    const followed = met === emptyPart ? CONTACTS_FOLLOWED : CONTACTS_FILTERED

    const people =
      mayRead(ctx.actor, 'contacts') && (wanted('contacts') || follows)
        ? await toMatches(ctx, contactKind(ctx), query, Math.max(limit, followed))
        : []
    const contact_ids = people.map(({ id }) => id)
    const [conversations, leads, opportunities, properties, documents] = await Promise.all([
      wanted('conversations') ? findConversations(ctx, query, contact_ids, met, limit) : [],
      find('leads', salesKind(ctx, 'leads', contact_ids)),
      find('opportunities', salesKind(ctx, 'opportunities', contact_ids)),
      find('properties', propertyKind(ctx)),
      find('documents', documentKind(ctx, query)),
    ])
    const contacts = wanted('contacts') ? people.slice(0, limit) : []
    return { contacts, conversations, leads, opportunities, properties, documents }
  },
})

const permissions: Record<SearchKind, Permission> = {
  contacts: 'contacts:read',
  conversations: 'conversations:read',
  leads: 'crm:read',
  opportunities: 'crm:read',
  properties: 'crm:read',
  documents: 'knowledge:read',
}

function mayRead({ permissions: own, account }: Actor, kind: SearchKind): boolean {
  return own.has(permissions[kind]) && (kind !== 'properties' || account.modules.includes('real_estate'))
}

type RankedMatch = Candidate & { detail: string | null; url: string }

async function toMatches(ctx: Context, kind: Kind, query: string, limit: number): Promise<SearchMatch[]> {
  const found = await findRecords<RankedMatch>(ctx, kind, query, limit)
  return found.map(({ id, name, detail, url }) => ({ id, name, detail: detail || null, url }))
}
