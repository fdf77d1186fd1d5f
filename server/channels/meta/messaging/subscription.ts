import { HttpError, ProviderError } from '#kernel/connector.ts'
import { type GraphError, graphError, isOk } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, objects } from '#channels/meta/payload.ts'

/**
 * Has Meta send the events of an account to its app. The account works without, so a refusal is only a warning, except for
 * a token of somebody else.
 */
export async function subscribe(graph: Graph, node: string, fields: readonly string[]): Promise<string | undefined> {
  const query = { subscribed_fields: fields.join(',') }
  const answer = await answerOf(graph(`${node}/subscribed_apps`, { method: 'POST', query }))
  if (!answer) return 'Meta could not be asked to send events.'
  if (isOk(answer)) return undefined
  const error = graphError(answer.json)
  if (error && isTokenWrong(error)) throw new ProviderError('rejected', error.message)
  return `Meta does not send events: ${error?.message ?? `status ${answer.status}`}`
}

/** Subscribes again if Meta has ended the subscription, as it does after an hour of failed deliveries. */
export async function keepSubscribed(
  graph: Graph,
  node: string,
  fields: readonly string[],
): Promise<string | undefined> {
  const answer = await answerOf(graph(`${node}/subscribed_apps`))
  if (!answer || !isOk(answer)) return undefined
  const apps = objects(object(answer.json).data)
  const isSubscribed = apps.some(
    ({ subscribed_fields }) => !Array.isArray(subscribed_fields) || subscribed_fields.includes('messages'),
  )
  return isSubscribed ? undefined : subscribe(graph, node, fields)
}

/** Has Meta stop sending the events of an account to its app. */
export async function unsubscribe(graph: Graph, node: string): Promise<void> {
  await answerOf(graph(`${node}/subscribed_apps`, { method: 'DELETE' }))
}

/** 190: invalid; 210: not the token of this page. */
function isTokenWrong({ code, subcode }: GraphError): boolean {
  return code === 190 || code === 210 || (code === 100 && subcode === 33)
}

function answerOf(call: ReturnType<Graph>) {
  return call.catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
}
