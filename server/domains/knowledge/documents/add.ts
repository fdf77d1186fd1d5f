import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { limitsOf } from '#contract/plans.ts'
import * as chunks from './chunks.ts'
import * as collections from '#domains/knowledge/collections.ts'
import * as rules from '#domains/knowledge/rules.ts'
import * as documents from './store.ts'
import type { Context } from '#kernel/operation.ts'

/** Creates a collection within the plan's limit. */
export async function createCollection(ctx: Context, fields: collections.Fields): Promise<KnowledgeCollection> {
  await chunks.lockIndex(ctx)
  const { plan } = ctx.actor.account
  rules.checkLimit('collections', await collections.count(ctx), 1, { most: limitsOf(plan).collections, plan })
  return collections.insert(ctx, fields)
}

/** Default collection of documents. */
const GENERAL = 'General'

/** The named collection, or "General", which is created if absent. */
export async function collectionFor(ctx: Context, collection: string | undefined): Promise<KnowledgeCollection> {
  if (collection !== undefined) {
    const { id } = await collections.pick(ctx, collection)
    return collections.getShared(ctx, id)
  }
  // Same lock order as deleting a collection: the collection first, then the index.
  const known = await findGeneral(ctx)
  if (known) return known
  // Serialised, so that concurrent calls create one.
  await chunks.lockIndex(ctx)
  return (await findGeneral(ctx)) ?? createCollection(ctx, { name: GENERAL, description: null })
}

async function findGeneral(ctx: Context): Promise<KnowledgeCollection | undefined> {
  const known = await collections.findByName(ctx, GENERAL)
  return known && collections.findShared(ctx, known.id)
}

/** Creates documents within the plan's limit. */
export async function createDocuments(
  ctx: Context,
  fresh: readonly documents.NewDocument[],
): Promise<documents.StoredDocument[]> {
  await chunks.lockIndex(ctx)
  const { plan } = ctx.actor.account
  rules.checkLimit('documents', await documents.count(ctx), fresh.length, { most: limitsOf(plan).documents, plan })
  const made: documents.StoredDocument[] = []
  for (const each of fresh) made.push(await documents.insert(ctx, each))
  return made
}
