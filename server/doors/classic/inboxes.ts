import type { Inbox } from '#contract/records/inbox.ts'
import { type Body, given, idOf, readBoolean, readObject, readText, unwrapped } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'
import { hoursOf, speaksOfHours } from '#doors/classic/working-hours.ts'

/** The inboxes of the workspace. */
export function openInboxes(routes: Routes): void {
  routes('GET', '/inboxes', async (asked) => {
    const { items } = await asked.act<{ items: Inbox[] }>('list_inboxes')
    return { payload: items.map((inbox) => classicInbox(inbox, asked.account)) }
  })

  routes('POST', '/inboxes', async (asked) => {
    const body = unwrapped(asked.body, 'inbox')
    const hours = hoursOf(body, unset, asked.account.time_zone)
    const channel = readText(readObject(body.channel)?.type)
    return show(asked, 'create_inbox', given({ ...fieldsOf(body), ...hours, channel }))
  })

  routes('GET', '/inboxes/:inbox_id', (asked) => show(asked, 'get_inbox', { inbox_id: idOf(asked.params.inbox_id) }))

  routes(UPDATE, '/inboxes/:inbox_id', async (asked) => {
    const inbox_id = idOf(asked.params.inbox_id)
    const body = unwrapped(asked.body, 'inbox')
    // Here hours and surveys are given whole; there each field may come by itself.
    const before = speaksOfHours(body) ? await asked.act<Inbox>('get_inbox', { inbox_id }) : unset
    const hours = hoursOf(body, before, asked.account.time_zone)
    return show(asked, 'update_inbox', { inbox_id, ...fieldsOf(body), ...hours })
  })
}

const unset = { business_hours: null, csat: { enabled: false, message: null } }

async function show({ act, account }: Asked, operation: string, input: object) {
  return classicInbox(await act<Inbox>(operation, input), account)
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
