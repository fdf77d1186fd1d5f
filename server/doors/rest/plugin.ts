import type { FastifyInstance } from 'fastify'
import type { Authenticate } from '#doors/authenticate.ts'
import type { ReadBody } from '#doors/files/uploads.ts'
import { declareRoutes } from '#doors/open-routes.ts'
import { addRoutes } from '#doors/rest/routes.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { runtime: Runtime; registry: Registry; authenticate: Authenticate; readBody: ReadBody }

/** The REST API: every operation at its verb and path. Operations of visitors and of signed-in people have doors of their own. */
export async function restDoor(
  app: FastifyInstance,
  { runtime, registry, authenticate, readBody }: Options,
): Promise<void> {
  const operations = Object.entries(registry).filter(
    ([, op]) => op.permission !== 'visitor' && op.permission !== 'personal',
  )
  declareRoutes(app, { credential: 'API key' })
  addRoutes(app, { runtime, registry: Object.fromEntries(operations), authenticate, readBody })
}
