import type { FastifyInstance } from 'fastify'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'

/** Version of the classic routes, which are those of a server of this version. */
const VERSION = '4.14.1'

/** The address that clients call without a token to see whether there is a server. */
export async function versionRoute(app: FastifyInstance): Promise<void> {
  declareRoutes(app, { open: openLimits.reference })
  app.get('/api', () => ({
    version: VERSION,
    timestamp: new Date().toISOString().slice(0, 19).replace('T', ' '),
    queue_services: 'ok',
    data_services: 'ok',
  }))
}
