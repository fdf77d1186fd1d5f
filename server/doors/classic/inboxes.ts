import type { Inbox } from '#contract/records/inbox.ts'
import { type Body, given, idOf, readBoolean, readObject, readText, unwrapped } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'
import { inboxWebhooks, setInboxWebhook } from '#doors/classic/webhooks.ts'
import { hoursOf, speaksOfHours } from '#doors/classic/working-hours.ts'

/** The inboxes of the workspace. */
export function openInboxes(routes: Routes): void {
  routes('GET', '/inboxes', async (asked) => {
    const { items } = await asked.act<{ items: Inbox[] }>('list_inboxes')
    const webhooks = await inboxWebhooks(asked.act)
    return { payload: items.map((inbox) => classicInbox(inbox, asked.account, webhooks.get(inbox.id)?.url)) }
  })

  routes('POST', '/inboxes', async (asked) => {
    const body = unwrapped(asked.body, 'inbox')
    const hours = hoursOf(body, unset, asked.account.time_zone)
    const channel = readText(readObject(body.channel)?.type)
    const inbox = await asked.act<Inbox>('create_inbox', given({ ...fieldsOf(body), ...hours, channel }))
    try {
      await setWebhook(asked, inbox, body)
    } catch (error) {
      // An inbox whose program could not be told anything was not asked for.
      await asked.act('delete_inbox', { inbox_id: inbox.id })
      throw error
    }
    return show(asked, inbox)
  })

  routes('GET', '/inboxes/:inbox_id', async (asked) => {
    return show(asked, await asked.act<Inbox>('get_inbox', { inbox_id: idOf(asked.params.inbox_id) }))
  })

  routes(UPDATE, '/inboxes/:inbox_id', async (asked) => {
    const inbox_id = idOf(asked.params.inbox_id)
    const body = unwrapped(asked.body, 'inbox')
    // Here hours and surveys are given whole; there each field may come by itself.
    const before = speaksOfHours(body) ? await asked.act<Inbox>('get_inbox', { inbox_id }) : unset
    const hours = hoursOf(body, before, asked.account.time_zone)
    const inbox = await asked.act<Inbox>('update_inbox', { inbox_id, ...fieldsOf(body), ...hours })
    await setWebhook(asked, inbox, body)
    return show(asked, inbox)
  })
}

const unset = { business_hours: null, csat: { enabled: false, message: null } }

async function show({ act, account }: Asked, inbox: Inbox) {
  const webhook = inbox.channel === 'api' ? (await inboxWebhooks(act)).get(inbox.id) : undefined
  return classicInbox(inbox, account, webhook?.url)
}

/** Where the program of a channel api is told what happens, when something is said of it. */
async function setWebhook({ act }: Asked, inbox: Inbox, body: Body): Promise<void> {
  const channel = readObject(body.channel) ?? {}
  if (inbox.channel !== 'api' || !Object.hasOwn(channel, 'webhook_url')) return
  await setInboxWebhook(act, inbox.id, readText(channel.webhook_url))
}

/** What of an inbox and of its channel we know. */
function fieldsOf(body: Body): Body {
  const channel = readObject(body.channel) ?? {}
  const mandatory = readBoolean(channel.hmac_mandatory)
  const settings = given({
    color: readText(channel.widget_color),
    greeting_title: readText(channel.welcome_title),
    greeting_message: readText(channel.welcome_tagline),
    pre_chat: readBoolean(channel.pre_chat_form_enabled),
    identity_verification: mandatory === undefined ? undefined : mandatory ? 'required' : 'optional',
  })
  return given({
    name: readText(body.name),
    auto_assign: readBoolean(body.enable_auto_assignment),
    settings: Object.keys(settings).length > 0 ? settings : undefined,
  })
}
