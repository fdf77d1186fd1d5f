import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

type Workspace = Pick<Awaited<ReturnType<typeof openInbox>>, 'act' | 'actor' | 'runtime'>

let made = 0

/** A real-estate workspace, and functions that fill its catalogue. */
export async function openRealEstate() {
  const workspace = await openInbox()
  const { runtime, addAccount } = workspace
  return {
    ...workspace,
    ...(await addPropertyHelpers({ ...workspace, runtime })),
    /** Another such workspace. */
    addAccount: async () => {
      const other = await addAccount()
      return { ...other, ...(await addPropertyHelpers({ ...other, runtime })) }
    },
  }
}

async function addPropertyHelpers({ act, actor }: Workspace) {
  await act('update_account', { modules: ['real_estate', 'test_drives'] })
  // The actor was loaded before the modules changed.
  actor.account.modules = ['real_estate', 'test_drives']
  /** A property, for sale in Bogotá by default. */
  const add = (fields: Partial<Input<'create_property'>> = {}) => {
    const code = `APT-${String(++made).padStart(4, '0')}`
    return act('create_property', { code, name: `Apartamento ${made}`, operation: 'venta', city: 'Bogotá', ...fields })
  }
  /** A lead, owned by the actor by default. */
  const addLead = (fields: Partial<Input<'crm_create_lead'>> = {}) =>
    act('crm_create_lead', { name: `Interesado ${++made}`, owner_id: actor.user_id!, ...fields })
  const addDeal = async (fields: Partial<Input<'crm_create_opportunity'>> = {}) => {
    const { id: contact_id } = await act('create_contact', { name: 'Cliente', email: `compra.${++made}@example.com` })
    const plain = { name: `Negocio ${made}`, contact_id, expected_close_date: '2030-01-31' }
    return act('crm_create_opportunity', { ...plain, owner_id: actor.user_id!, ...fields })
  }
  return { add, addLead, addDeal }
}
