import type { AgentBot, NewAgentBot } from '#contract/records/agent-bot.ts'
import type { Account } from '#contract/records/access.ts'
import { type Body, pickDefined, readId, readText, requireId, unwrap } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, UPDATE } from '#doors/classic/route.ts'

const PATH = '/agent_bots'

/** Bots, and the inboxes they answer in. */
export function addAgentBotRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => (await list(call)).map((bot) => classicAgentBot(bot, call.account)))

  addRoute('POST', PATH, async (call) => {
    const fields = botFields(unwrap(call.body, 'agent_bot'))
    return classicAgentBot(await call.invoke<NewAgentBot>('create_agent_bot', fields), call.account)
  })

  addRoute('GET', `${PATH}/:bot_id`, async ({ invoke, account, params }) => {
    return classicAgentBot(await invoke('get_agent_bot', { agent_bot_id: requireId(params.bot_id) }), account)
  })

  addRoute(UPDATE, `${PATH}/:bot_id`, async ({ invoke, account, params, body }) => {
    const input = { agent_bot_id: requireId(params.bot_id), ...botFields(unwrap(body, 'agent_bot')) }
    return classicAgentBot(await invoke('update_agent_bot', input), account)
  })

  addRoute('DELETE', `${PATH}/:bot_id`, async ({ invoke, params }) => {
    await invoke('delete_agent_bot', { agent_bot_id: requireId(params.bot_id) })
  })

  addRoute('POST', `${PATH}/:bot_id/reset_access_token`, async ({ invoke, account, params }) => {
    return classicAgentBot(await invoke('rotate_agent_bot_token', { agent_bot_id: requireId(params.bot_id) }), account)
  })

  addRoute('GET', '/inboxes/:inbox_id/agent_bot', async (call) => {
    const { id } = await call.invoke<{ id: string }>('get_inbox', { inbox_id: requireId(call.params.inbox_id) })
    const bot = (await list(call)).find(({ inbox_ids }) => inbox_ids.includes(id))
    return { agent_bot: bot ? classicAgentBot(bot, call.account) : {} }
  })

  // Null, 0 or nothing detaches the bot.
  addRoute('POST', '/inboxes/:inbox_id/set_agent_bot', async ({ invoke, params, body }) => {
    const id = readId(body.agent_bot)
    const agent_bot_id = id === undefined || id === '0' ? null : id
    await invoke('set_inbox_agent_bot', { inbox_id: requireId(params.inbox_id), agent_bot_id })
  })
}

async function list({ invoke }: ClassicCall): Promise<AgentBot[]> {
  return (await invoke<{ items: AgentBot[] }>('list_agent_bots')).items
}

/** Our fields of a bot. */
export function botFields(body: Body): Body {
  return pickDefined({
    name: readText(body.name),
    description: body.description === undefined ? undefined : (readText(body.description) ?? null),
    url: body.outgoing_url === undefined ? undefined : (readText(body.outgoing_url) ?? null),
  })
}

/** A bot as classic clients know it. Its token and secret are shown once. */
export function classicAgentBot(bot: AgentBot & { token?: string; secret?: string }, account: Account) {
  return {
    id: Number(bot.id),
    name: bot.name,
    description: bot.description,
    thumbnail: '',
    outgoing_url: bot.url,
    bot_type: 'webhook',
    bot_config: {},
    account_id: Number(account.id),
    access_token: bot.token ?? null,
    secret: bot.secret ?? null,
    system_bot: false,
  }
}
