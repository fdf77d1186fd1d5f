import { hands } from '#kernel/worker.ts'
import type { Event } from '#kernel/subscriber.ts'
import { registry } from '#registry'
import { index_knowledge, type Means } from '#subscribers/index_knowledge.ts'
import { nowhere } from '#test/gateways.ts'
import { type Input, openWorkspace, type Output } from '#test/workspace.ts'

export const SHIPPING = `# Envíos

Los pedidos a Cali y Medellín llegan en tres días hábiles; a Leticia tardan ocho.

## Tarifas

El envío es gratis desde $200.000. Por debajo cuesta $12.000 en todo el país.

# Garantía

Los electrodomésticos tienen garantía de doce meses contra defectos de fábrica.`

/** A workspace that knows things, and hands to do by itself what the queue would do. */
export async function openKnowledge() {
  const workspace = await openWorkspace()
  const { runtime, act, actor, sql } = workspace
  const account_id = actor.account.id

  /** The requests to read a document, oldest first. */
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
    /** Tells the one who reads documents of a request. */
    deliver: (event: Event<'knowledge_document.requested'>, means: Partial<Means> = {}) =>
      index_knowledge({ embedder: undefined, ...nowhere, ...means }).run(hands(runtime, registry, event), event),
  }
}
