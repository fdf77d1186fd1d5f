import { runCampaigns } from '#domains/campaigns/running.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input, Output } from '#test/workspace.ts'

/** A workspace with an inbox, people to write to, and campaigns that need not wait for the clock. */
export async function openCampaigns() {
  const workspace = await openInbox()
  const { runtime, sql, addAccount } = workspace
  return {
    ...workspace,
    ...furnish(workspace),
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...furnish({ ...other, sql }) }
    },
    /** One look at the clock. */
    tick: () => runCampaigns(runtime),
    /** Lets every campaign run to its end, without the pauses between. */
    finish: async () => {
      for (let i = 0; i < 1000; i++) {
        await sql`update campaigns set next_send_at = now() where status = 'running' and next_send_at > now()`
        await runCampaigns(runtime)
        if ((await sql`select from campaigns where status = 'running'`).length === 0) return
      }
      throw new Error('A campaign does not end.')
    },
  }
}

type Hands = Pick<Awaited<ReturnType<typeof openInbox>>, 'act' | 'actor' | 'inbox' | 'sql'>
type Contact = Output<'create_contact'>

let made = 0

function furnish({ act, actor, inbox, sql }: Hands) {
  return {
    /** Somebody who can be written to, with the label if there is one. */
    meet: (who: Partial<Input<'create_contact'>> = {}): Promise<Contact> =>
      act('create_contact', { name: `Inés ${++made}`, email: `ines.${made}@example.com`, ...who }),
    /** Many of them at once, all with the label. */
    crowd: async (count: number, title: string) => {
      const { id } = await act('create_label', { title })
      await sql`
        with people as (
          insert into contacts (account_id, name, email, created_at, updated_at)
          select ${actor.account.id}, 'Persona ' || n, ${title} || n || '@example.com', now(), now() from generate_series(1, ${count}::int) n
          returning account_id, id
        ) insert into contact_labels (account_id, contact_id, label_id) select account_id, id, ${id} from people`
    },
    /** A campaign nobody has started, to who carries the label. */
    draft: (label: string, fields: Partial<Input<'create_campaign'>> = {}) =>
      act('create_campaign', {
        name: 'Ofertas',
        inbox: inbox.id,
        content: 'Hola {{contact.first_name}}',
        audience: { labels: [label] },
        ...fields,
      }),
    get: (campaign_id: string) => act('get_campaign', { campaign_id }),
    /** Everybody it is for, with what became of them. */
    recipients: async (campaign_id: string) =>
      (await act('list_campaign_recipients', { campaign_id, limit: 100 })).items,
    /** What it has sent, oldest first. */
    sent: (campaign_id: string) =>
      sql<{
        id: string
        contact: string
        contact_id: string
        content: string
        conversation_id: string
        created_at: string
      }>`
        select m.id, k.name as contact, k.id as contact_id, m.content, m.conversation_id, m.created_at
          from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
          join contacts k on k.account_id = c.account_id and k.id = c.contact_id
         where m.account_id = ${actor.account.id} and m.author_type = 'campaign' and m.author_id = ${campaign_id} order by m.id`,
  }
}
