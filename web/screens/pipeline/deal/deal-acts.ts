import { useRef } from 'react'
import type { Input, Output } from '#web/api.ts'
import { explain, fieldErrors } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import type { Deal, Stage } from './deal.ts'
import { toast } from '#web/ui/toast.tsx'
import { useRefusal } from '#web/screens/pipeline/board/use-refusal.ts'
import { useMoveBack } from './use-move-back.ts'
import { useDealWords } from './words.ts'

export type Change = Omit<Input<'crm_update_lead'>, 'lead_id' | 'status' | 'estimated_value'> &
  Pick<Input<'crm_update_opportunity'>, 'amount' | 'description' | 'expected_close_date' | 'probability'>

/** What a change shows before the server has answered, where it is more than the fields themselves. */
type Shown = Partial<Pick<Deal, 'owner' | 'contact'>>

/** Saves fields of a lead or deal, shown at once; answers with a complaint when they were refused. */
export function useSave(deal: Deal) {
  const { id, url, custom_attributes: known } = deal
  const { foresees, foresee } = useForesight(url)
  const lead = useAct('crm_update_lead', { quiet: true, foresees })
  const opportunity = useAct('crm_update_opportunity', { quiet: true, foresees })

  return async ({ amount, ...change }: Change, shown: Shown = {}) => {
    const field = deal.kind === 'lead' ? 'estimated_value' : 'amount'
    const sent = { ...change, ...(amount !== undefined && { [field]: amount }) }
    const { owner_id: _owner, contact_id: _contact, custom_attributes, ...plain } = sent
    const attributes = custom_attributes && { custom_attributes: merged(known, custom_attributes) }
    foresee({ ...plain, ...attributes, ...shown })
    try {
      if (deal.kind === 'lead') await lead.mutateAsync({ lead_id: id, ...sent })
      else await opportunity.mutateAsync({ opportunity_id: id, ...(sent as object) })
      return undefined
    } catch (error) {
      const [name = ''] = Object.keys(sent)
      const errors = fieldErrors(error)
      return errors[name] ?? Object.values(errors)[0] ?? explain(error, name)
    }
  }
}

/** What the next change will show, said right before it is made. */
function useForesight(url: string) {
  const next = useRef<{ url: string }>({ url })
  return {
    foresees: () => [next.current],
    foresee: (fields: Record<string, unknown>) => (next.current = { url, ...fields }),
  }
}

function merged(known: Deal['custom_attributes'], change: NonNullable<Change['custom_attributes']>) {
  return Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value !== null))
}

/** Moves it to another stage at once, and offers to take that back. Whether it may be there the server says. */
export function useMove(deal: Deal) {
  const { stages: words } = useDealWords()
  const { id, url, name } = deal
  const { keep, backOf } = useMoveBack(deal)
  const undo = ({ stage }: { stage: { name: string } }) => ({ say: words.moved(name, stage.name), back: backOf() })
  const { foresees, foresee } = useForesight(url)
  const target = useRef<Stage>(undefined)
  const refusal = useRefusal()
  const onError = (error: Error) => {
    if (target.current) toast.bad(refusal(error, target.current))
  }
  const options = { quiet: true, onError, undo, foresees }
  const lead = useAct('crm_move_lead_stage', options)
  const opportunity = useAct('crm_move_opportunity_stage', options)
  return (stage: Stage) => {
    target.current = stage
    keep()
    const odds = deal.kind === 'opportunity' && { probability: stage.probability }
    foresee({ stage: { id: stage.id, name: stage.name, type: stage.type }, ...odds })
    if (deal.kind === 'lead') lead.mutate({ lead_id: id, stage: stage.id })
    else opportunity.mutate({ opportunity_id: id, stage: stage.id })
  }
}

/** A lost or won one is pursued again, where it was last. */
export function useReopen(deal: Deal) {
  const { reopen: words } = useDealWords()
  const { keep, backOf } = useMoveBack(deal)
  const undo = () => ({ say: words.done(deal.name), back: backOf() })
  const lead = useAct('crm_reopen_lead', { undo })
  const opportunity = useAct('crm_update_opportunity', { undo })
  return () => {
    keep()
    if (deal.kind === 'lead') lead.mutate({ lead_id: deal.id })
    else opportunity.mutate({ opportunity_id: deal.id, status: 'open' })
  }
}

/** Into the bin, from where it can be taken back. */
export function useDiscard(deal: Deal, onGone: () => void) {
  const { remove: words } = useDealWords()
  const { id, name } = deal
  const lists = ['crm_list_leads', 'crm_list_opportunities', 'get_board_totals', 'list_bin', 'list_agenda'] as const
  const restoreLead = useAct('restore_lead', { refreshes: [...lists, 'crm_get_lead'] })
  const restoreOpportunity = useAct('restore_opportunity', { refreshes: [...lists, 'crm_get_opportunity'] })
  const options = (back: () => void) => ({
    refreshes: lists,
    onSuccess: onGone,
    undo: () => ({ say: words.done(name), back }),
  })
  const lead = useAct(
    'delete_lead',
    options(() => restoreLead.mutate({ lead_id: id })),
  )
  const opportunity = useAct(
    'delete_opportunity',
    options(() => restoreOpportunity.mutate({ opportunity_id: id })),
  )
  return () => (deal.kind === 'lead' ? lead.mutate({ lead_id: id }) : opportunity.mutate({ opportunity_id: id }))
}

export type Agent = Output<'list_agents'>['items'][number]

/** Gives it to somebody, or to nobody; can be taken back. */
export function useAssign(deal: Deal) {
  const { owner: words } = useDealWords()
  const kept = useRef(deal.owner)
  const give = useGive(deal)
  const undo = (output: { owner: Deal['owner'] }) => {
    const before = kept.current
    return { say: output.owner ? words.changed(output.owner.name) : words.taken, back: () => give(before) }
  }
  const assign = useGive(deal, undo)
  return (agent: Pick<Agent, 'id' | 'name' | 'email'> | null) => {
    kept.current = deal.owner
    assign(agent && { id: agent.id, name: agent.name, email: agent.email })
  }
}

function useGive(
  { kind, id, url }: Deal,
  undo?: (output: { owner: Deal['owner'] }) => { say: string; back: () => void },
) {
  const { foresees, foresee } = useForesight(url)
  const options = { foresees, ...(undo && { undo }) }
  const lead = useAct('crm_update_lead', options)
  const opportunity = useAct('crm_update_opportunity', options)
  return (owner: Deal['owner']) => {
    foresee({ owner })
    const owner_id = owner?.id ?? null
    if (kind === 'lead') lead.mutate({ lead_id: id, owner_id })
    else opportunity.mutate({ opportunity_id: id, owner_id })
  }
}
