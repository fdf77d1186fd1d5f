import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AgentBot } from '#contract/records/agent-bot.ts'
import type { Account } from '#contract/records/access.ts'
import { accountActor } from '#domains/access/authorise.ts'
import * as platform from '#domains/access/setup/platform.ts'
import { botFields, classicAgentBot } from '#doors/classic/agent-bots.ts'
import { type Body, readId, readObject, requireId, unwrap } from '#doors/classic/request.ts'
import { UPDATE } from '#doors/classic/route.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const PATH = '/agent_bots'

/** Bots of all workspaces, for the operator's token. Each belongs to one workspace. */
export function addPlatformBotRoutes(app: FastifyInstance, runtime: Runtime, registry: Registry): void {
  const { sql } = runtime.database
  const run = async <T>(request: FastifyRequest, account: Account, name: string, input: object = {}) => {
    const origin = { request_id: request.id, ip: request.ip }
    return (await invoke(runtime, [name, registry[name]!], accountActor(account), input, origin)) as T
  }
  /** Runs an operation on the bot of the URL, in its workspace. */
  const change = async (request: FastifyRequest, name: string, input: object = {}) => {
    const agent_bot_id = idOf(request, 'bot_id')
    const account = await platform.findBotAccount(sql, agent_bot_id)
    return classicAgentBot(await run<AgentBot>(request, account, name, { agent_bot_id, ...input }), account)
  }

  app.get(PATH, async (request) => {
    const bots = []
    for (const account of await platform.listBotAccounts(sql)) {
      const { items } = await run<{ items: AgentBot[] }>(request, account, 'list_agent_bots')
      bots.push(...items.map((bot) => classicAgentBot(bot, account)))
    }
    return bots
  })
  app.post(PATH, async (request) => {
    const body = unwrap(bodyOf(request), 'agent_bot')
    const account = await platform.getBotAccount(sql, readId(body.account_id))
    return classicAgentBot(await run<AgentBot>(request, account, 'create_agent_bot', botFields(body)), account)
  })
  app.get(`${PATH}/:bot_id`, (request) => change(request, 'get_agent_bot'))
  app.route({
    method: UPDATE,
    url: `${PATH}/:bot_id`,
    handler: (request) => change(request, 'update_agent_bot', botFields(unwrap(bodyOf(request), 'agent_bot'))),
  })
  app.delete(`${PATH}/:bot_id`, async (request, reply) => {
    await change(request, 'delete_agent_bot')
    return reply.send()
  })
}

export function bodyOf({ body }: FastifyRequest): Body {
  return readObject(body) ?? {}
}

export function idOf({ params }: FastifyRequest, name: string): string {
  return requireId((params as Record<string, string>)[name])
}
