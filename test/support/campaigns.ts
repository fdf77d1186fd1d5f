import { runCampaigns } from '#domains/campaigns/run.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input, Output } from '#test/workspace.ts'

/** A workspace with an inbox, contacts, and campaigns that run without waiting for their timer. */
export async function openCampaigns() {
  const workspace = await openInbox()
  const { runtime, sql, addAccount } = workspace
  return {
    ...workspace,
    ...addCampaignHelpers(workspace),
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...addCampaignHelpers({ ...other, sql }) }
    },
    /** One run of the timer. */
    tick: () => runCampaigns(runtime),
    /** Runs every campaign to its end, without the pauses between batches. */
    finish: async () => {
      for (let i = 0; i < 1000; i++) {
        await sql`update campaigns set next_send_at = now() - interval '1 second' where status = 'running' and next_send_at > now()`
        await runCampaigns(runtime)
        if ((await sql`select from campaigns where status = 'running'`).length === 0) return
      }
      throw new Error('A campaign does not end.')
    },
  }
}

type Workspace = Pick<Awaited<ReturnType<typeof openInbox>>, 'act' | 'actor' | 'inbox' | 'sql'>
type Contact = Output<'create_contact'>

let made = 0

function addCampaignHelpers({ act, actor, inbox, sql }: Workspace) {
  return {
    /** A new contact with an e-mail address. */
    meet: (who: Partial<Input<'create_contact'>> = {}): Promise<Contact> =>
      act('create_contact', { name: `Inés ${++made}`, email: `ines.${made}@example.com`, ...who }),
    /** Creates many contacts with a new label, a thousand to a statement so that none comes near its time limit. */
    crowd: async (count: number, title: string) => {
      const { id } = await act('create_label', { title })
      for (let from = 1; from <= count; from += 1000) {
        // Plans made for an empty table check every foreign key by reading all contacts.
        if (from === 1001) await sql`analyze contacts (account_id, id)`
        await sql`
          with people as (
            insert into contacts (account_id, name, email, created_at, updated_at)
            select ${actor.account.id}, 'Persona ' || n, ${title} || n || '@example.com', now(), now()
              from generate_series(${from}::int, ${Math.min(count, from + 999)}::int) n
            returning account_id, id
          ) insert into contact_labels (account_id, contact_id, label_id) select account_id, id, ${id} from people`
      }
    },
    /** A draft campaign to the contacts with the label. */
    draft: (label: string, fields: Partial<Input<'create_campaign'>> = {}) =>
      act('create_campaign', {
        name: 'Ofertas',
        inbox: inbox.id,
        content: 'Hola {{contact.first_name}}',
        audience: { labels: [label] },
        ...fields,
      }),
    get: (campaign_id: string) => act('get_campaign', { campaign_id }),
    /** The recipients with their outcomes. */
    recipients: async (campaign_id: string) =>
      (await act('list_campaign_recipients', { campaign_id, limit: 100 })).items,
    /** The messages it has sent, oldest first. */
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
