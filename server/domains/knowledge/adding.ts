import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { limitsOf } from '#contract/plans.ts'
import * as chunks from '#domains/knowledge/chunks.ts'
import * as collections from '#domains/knowledge/collections.ts'
import * as rules from '#domains/knowledge/rules.ts'
import * as documents from '#domains/knowledge/store.ts'
import type { Context } from '#kernel/operation.ts'

/** A new collection, if the plan allows it. */
export async function makeCollection(ctx: Context, fields: collections.Fields): Promise<KnowledgeCollection> {
  await chunks.takeTurn(ctx)
  const { plan } = ctx.actor.account
  rules.checkLimit('collections', await collections.count(ctx), 1, { most: limitsOf(plan).collections, plan })
  return collections.insert(ctx, fields)
}

/** Where documents go that were given no place. */
const GENERAL = 'General'

/** The collection meant; without one, "General", which is made when it is not there. */
export async function placeFor(ctx: Context, collection: string | undefined): Promise<KnowledgeCollection> {
  if (collection !== undefined) {
    const { id } = await collections.pick(ctx, collection)
    return collections.getShared(ctx, id)
  }
  // Who deletes it holds it before they take their turn; so does who adds to it.
  const known = await general(ctx)
  if (known) return known
  // Two who come at once make one of it.
  await chunks.takeTurn(ctx)
  return (await general(ctx)) ?? makeCollection(ctx, { name: GENERAL, description: null })
}

async function general(ctx: Context): Promise<KnowledgeCollection | undefined> {
  const known = await collections.findByName(ctx, GENERAL)
  return known && collections.findShared(ctx, known.id)
}

/** New documents, if the plan allows that many. */
export async function makeDocuments(ctx: Context, fresh: readonly documents.New[]): Promise<documents.Held[]> {
  await chunks.takeTurn(ctx)
  const { plan } = ctx.actor.account
  rules.checkLimit('documents', await documents.count(ctx), fresh.length, { most: limitsOf(plan).documents, plan })
  const made: documents.Held[] = []
  for (const each of fresh) made.push(await documents.insert(ctx, each))
  return made
}
