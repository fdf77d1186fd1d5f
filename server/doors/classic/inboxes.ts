import type { Inbox } from '#contract/records/inbox.ts'
import { type Body, pickDefined, requireId, readBoolean, readObject, readText, unwrap } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'
import { loadInboxWebhooks, setInboxWebhook } from '#doors/classic/webhooks.ts'
import { readHoursAndSurvey, mentionsHours } from '#doors/classic/working-hours.ts'

/** The inboxes of the workspace. */
export function addInboxRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/inboxes', async (call) => {
    const { items } = await call.invoke<{ items: Inbox[] }>('list_inboxes')
    const webhooks = await loadInboxWebhooks(call.invoke)
    return { payload: items.map((inbox) => classicInbox(inbox, call.account, webhooks.get(inbox.id)?.url)) }
  })

  addRoute('POST', '/inboxes', async (call) => {
    const body = unwrap(call.body, 'inbox')
    const hours = readHoursAndSurvey(body, unset, call.account.time_zone)
    const channel = readText(readObject(body.channel)?.type)
    const inbox = await call.invoke<Inbox>('create_inbox', pickDefined({ ...fieldsOf(body), ...hours, channel }))
    try {
      await setWebhook(call, inbox, body)
    } catch (error) {
      // The caller wanted an inbox with a webhook, so without the webhook the inbox is removed again.
      await call.invoke('delete_inbox', { inbox_id: inbox.id })
      throw error
    }
    return show(call, inbox)
  })

  addRoute('GET', '/inboxes/:inbox_id', async (call) => {
    return show(call, await call.invoke<Inbox>('get_inbox', { inbox_id: requireId(call.params.inbox_id) }))
  })

  addRoute(UPDATE, '/inboxes/:inbox_id', async (call) => {
    const inbox_id = requireId(call.params.inbox_id)
    const body = unwrap(call.body, 'inbox')
    // Our operation takes hours and surveys as a whole; classic clients may send single fields.
    const before = mentionsHours(body) ? await call.invoke<Inbox>('get_inbox', { inbox_id }) : unset
    const hours = readHoursAndSurvey(body, before, call.account.time_zone)
    const inbox = await call.invoke<Inbox>('update_inbox', { inbox_id, ...fieldsOf(body), ...hours })
    await setWebhook(call, inbox, body)
    return show(call, inbox)
  })

  addRoute('POST', '/inboxes/:inbox_id/sync_templates', async ({ invoke, params }) => {
    await invoke('sync_inbox_templates', { inbox_id: requireId(params.inbox_id) })
    return { message: 'The templates were synchronised.' }
  })

  addRoute('DELETE', '/inboxes/:inbox_id', async ({ invoke, params }) => {
    await invoke('delete_inbox', { inbox_id: requireId(params.inbox_id) })
    return { message: 'The inbox was deleted.' }
  })
}

const unset = { business_hours: null, csat: { enabled: false, message: null } }

async function show({ invoke, account }: ClassicCall, inbox: Inbox) {
  const webhook = inbox.channel === 'api' ? (await loadInboxWebhooks(invoke)).get(inbox.id) : undefined
  return classicInbox(inbox, account, webhook?.url)
}

/** Sets the webhook of an `api` inbox when the body mentions it. */
async function setWebhook({ invoke }: ClassicCall, inbox: Inbox, body: Body): Promise<void> {
  const channel = readObject(body.channel) ?? {}
  if (inbox.channel !== 'api' || !Object.hasOwn(channel, 'webhook_url')) return
  await setInboxWebhook(invoke, inbox.id, readText(channel.webhook_url))
}

/** Our fields of an inbox and its channel. */
function fieldsOf(body: Body): Body {
  const channel = readObject(body.channel) ?? {}
  const mandatory = readBoolean(channel.hmac_mandatory)
  const settings = pickDefined({
    color: readText(channel.widget_color),
    greeting_title: readText(channel.welcome_title),
    greeting_message: readText(channel.welcome_tagline),
    pre_chat: readBoolean(channel.pre_chat_form_enabled),
    single_conversation: readBoolean(body.lock_to_single_conversation),
    identity_verification: mandatory === undefined ? undefined : mandatory ? 'required' : 'optional',
  })
  return pickDefined({
    name: readText(body.name),
    auto_assign: readBoolean(body.enable_auto_assignment),
    settings: Object.keys(settings).length > 0 ? settings : undefined,
  })
}
