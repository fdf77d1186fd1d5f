import { subscriberContext } from '#kernel/worker.ts'
import type { Event } from '#kernel/subscriber.ts'
import { registry } from '#registry'
import { index_knowledge, type IndexingGateways } from '#subscribers/index_knowledge.ts'
import { unreachableGateways } from '#test/gateways.ts'
import { type Input, openWorkspace, type Output } from '#test/workspace.ts'

export const SHIPPING = `# Envíos

Los pedidos a Cali y Medellín llegan en tres días hábiles; a Leticia tardan ocho.

## Tarifas

El envío es gratis desde $200.000. Por debajo cuesta $12.000 en todo el país.

# Garantía

Los electrodomésticos tienen garantía de doce meses contra defectos de fábrica.`

/** A workspace with a knowledge base, and functions that do the work of the queue directly. */
export async function openKnowledge() {
  const workspace = await openWorkspace()
  const { runtime, act, actor, sql } = workspace
  const account_id = actor.account.id

  /** The requests to index a document, oldest first. */
  const requests = () => sql<Event<'knowledge_document.requested'>>`
    select account_id, id, sequence, name, actor, payload, occurred_at from events
     where account_id = ${account_id} and name = 'knowledge_document.requested' order by sequence`

  return {
    ...workspace,
    account_id,
    requests,
    add: (more: Partial<Input<'add_knowledge_document'>> = {}): Promise<Output<'add_knowledge_document'>> =>
      act('add_knowledge_document', { name: 'Envíos y garantía', text: SHIPPING, ...more }),
    find: async (query: string, top_k = 5) => (await act('search_knowledge', { query, top_k })).items,
    /** Delivers a request to the indexing subscriber. */
    deliver: (event: Event<'knowledge_document.requested'>, gateways: Partial<IndexingGateways> = {}) =>
      index_knowledge({ embedder: undefined, ...unreachableGateways, ...gateways }).run(
        subscriberContext(runtime, registry, event),
        event,
      ),
  }
}
