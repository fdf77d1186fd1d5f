import { openCrm } from '#test/crm.ts'
import type { Input } from '#test/workspace.ts'

/** A CRM workspace with functions that create, move, win and lose deals at a given time in Bogotá. */
export async function openSales() {
  const crm = await openCrm()
  const addAccount = async () => {
    const other = await crm.addAccount()
    return { ...other, ...addSalesHelpers(other) }
  }
  return { ...crm, ...addSalesHelpers(crm), addAccount }
}

/** The moment of a local time in Bogotá: `2025-05-31 23:30`. */
export function bogota(when: string): Date {
  return new Date(`${when.replace(' ', 'T')}:00-05:00`)
}

export const noon = '2025-05-15 12:00'

type Workspace = Pick<Awaited<ReturnType<typeof openCrm>>, 'act' | 'contact'>
type Deal = { id: string }

function addSalesHelpers({ act, contact }: Workspace) {
  const deal = async (more: Partial<Input<'crm_create_opportunity'>> = {}, when = noon) => {
    const contact_id = more.contact_id ?? (await contact()).id
    const fields = { name: 'Venta Chapinero', expected_close_date: '2030-06-30', owner: 'Ana Admin' }
    return act('crm_create_opportunity', { ...fields, ...more, contact_id }, { now: bogota(when) })
  }
  const move = async ({ id }: Deal, stages: string[], when = noon) => {
    for (const stage of stages) {
      const reason = stage === 'Perdido' && { lost_reason: 'Otro' }
      await act('crm_move_opportunity_stage', { opportunity_id: id, stage, ...reason }, { now: bogota(when) })
    }
  }
  const close = (outcome: 'won' | 'lost', { id }: Deal, when = noon, lost_reason = 'Otro') => {
    const input = { opportunity_id: id, outcome, ...(outcome === 'lost' && { lost_reason }) }
    return act('crm_mark_opportunity_outcome', input, { now: bogota(when) })
  }
  return {
    deal,
    move,
    win: (it: Deal, when?: string) => close('won', it, when),
    lose: (it: Deal, when?: string, reason?: string) => close('lost', it, when, reason),
    reopen: ({ id }: Deal, when = noon) =>
      act('crm_update_opportunity', { opportunity_id: id, status: 'open' }, { now: bogota(when) }),
  }
}
