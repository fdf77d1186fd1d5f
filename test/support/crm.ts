import { openInbox } from '#test/inbox.ts'
import type { Input, Output } from '#test/workspace.ts'

/** A workspace with its pipelines, and functions that create leads and opportunities. */
export async function openCrm() {
  const workspace = await openInbox()
  return {
    ...workspace,
    ...(await addCrmHelpers(workspace)),
    /** Another such workspace. */
    addAccount: async () => {
      const other = await workspace.addAccount()
      return { ...other, ...(await addCrmHelpers(other)) }
    },
  }
}

let made = 0

type Workspace = Pick<Awaited<ReturnType<typeof openInbox>>, 'act'>

async function addCrmHelpers({ act }: Workspace) {
  const { items } = await act('crm_list_pipelines', {})
  const ofKind = (kind: string) => items.find((each) => each.kind === kind)!
  const contact = async (more: Partial<Input<'create_contact'>> = {}) =>
    act('create_contact', { name: 'Marta Ñáñez', email: `marta.${++made}@example.com`, ...more })
  return {
    /** The default pipelines of every workspace. */
    leads: ofKind('leads'),
    sales: ofKind('opportunities'),
    contact,
    lead: (more: Partial<Input<'crm_create_lead'>> = {}): Promise<Output<'crm_create_lead'>> =>
      act('crm_create_lead', { name: 'Apartamento en Chapinero', ...more }),
    deal: async (more: Partial<Input<'crm_create_opportunity'>> = {}): Promise<Output<'crm_create_opportunity'>> =>
      act('crm_create_opportunity', {
        name: 'Venta Chapinero',
        contact_id: more.contact_id ?? (await contact()).id,
        expected_close_date: '2030-06-30',
        ...more,
      }),
    /** The entries of the timeline, newest first. */
    timeline: async (entity_type: 'lead' | 'opportunity', entity_id: string) =>
      (await act('crm_list_activities', { entity_type, entity_id, limit: 100 })).items,
  }
}
