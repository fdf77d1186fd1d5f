import type { FastifyRequest } from 'fastify'
import { ACCOUNT } from '#doors/classic/catalogue/operation.ts'

const CONVERSATION = '/conversations/:conversation_id'

/** The routes that the token of a bot opens, all of them POST. */
const routes = new Set(
  [
    '/conversations',
    `${CONVERSATION}/messages`,
    `${CONVERSATION}/toggle_status`,
    `${CONVERSATION}/toggle_typing_status`,
    `${CONVERSATION}/toggle_priority`,
    `${CONVERSATION}/custom_attributes`,
    `${CONVERSATION}/assignments`,
  ].map((path) => ACCOUNT + path),
)

export function isOpenToBots({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'POST' && routes.has(routeOptions.url?.replace(/\/$/, '') ?? '')
}
