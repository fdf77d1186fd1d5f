import { useRef } from 'react'
import type { Input, Output } from '#web/app/api.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import type { Deal, Stage } from '#web/features/deals/deal.ts'
import { toast } from '#web/ui/toast.tsx'
import { useMoveError } from '#web/screens/pipeline/use-move-error.ts'
import { useRevertMove } from './use-revert-move.ts'
import { useDrawerWords } from './words.ts'

export type Change = Omit<Input<'crm_update_lead'>, 'lead_id' | 'status' | 'estimated_value'> &
  Pick<Input<'crm_update_opportunity'>, 'amount' | 'description' | 'expected_close_date' | 'probability'>

/** Linked records to show before the server responds; the input names them only by id. */
type LinkedRecords = Partial<Pick<Deal, 'owner' | 'contact'>>

/** Saves fields of a lead or deal optimistically; resolves with an error message if the server rejects them. */
export function useSave(deal: Deal) {
  const { id, url, custom_attributes: current } = deal
  const { optimistic, setPatch } = useOptimisticPatch(url)
  const lead = useAct('crm_update_lead', { silent: true, optimistic })
  const opportunity = useAct('crm_update_opportunity', { silent: true, optimistic })

  return async ({ amount, ...change }: Change, linked: LinkedRecords = {}) => {
    const field = deal.kind === 'lead' ? 'estimated_value' : 'amount'
    const sent = { ...change, ...(amount !== undefined && { [field]: amount }) }
    const { owner_id: _owner, contact_id: _contact, custom_attributes, ...plain } = sent
    const attributes = custom_attributes && { custom_attributes: mergeAttributes(current, custom_attributes) }
    setPatch({ ...plain, ...attributes, ...linked })
    try {
      if (deal.kind === 'lead') await lead.mutateAsync({ lead_id: id, ...sent })
      else await opportunity.mutateAsync({ opportunity_id: id, ...(sent as object) })
      return undefined
    } catch (error) {
      const [name = ''] = Object.keys(sent)
      const errors = fieldErrors(error)
      return errors[name] ?? Object.values(errors)[0] ?? describeError(error, name)
    }
  }
}

/** The optimistic patch of the next call, set just before the call is made. */
function useOptimisticPatch(url: string) {
  const next = useRef<{ url: string }>({ url })
  return {
    optimistic: () => [next.current],
    setPatch: (fields: Record<string, unknown>) => (next.current = { url, ...fields }),
  }
}

function mergeAttributes(current: Deal['custom_attributes'], change: NonNullable<Change['custom_attributes']>) {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
}

/** Moves the deal to another stage optimistically and offers to undo it. */
export function useMove(deal: Deal) {
  const { stages: words } = useDrawerWords()
  const { id, url, name } = deal
  const { remember, createRevert } = useRevertMove(deal)
  const undo = ({ stage }: { stage: { name: string } }) => ({
    message: words.moved(name, stage.name),
    revert: createRevert(),
  })
  const { optimistic, setPatch } = useOptimisticPatch(url)
  const target = useRef<Stage>(undefined)
  const describe = useMoveError()
  const onError = (error: Error) => {
    if (target.current) toast.bad(describe(error, target.current))
  }
  const options = { silent: true, onError, undo, optimistic }
  const lead = useAct('crm_move_lead_stage', options)
  const opportunity = useAct('crm_move_opportunity_stage', options)
  return (stage: Stage) => {
    target.current = stage
    remember()
    const probability = deal.kind === 'opportunity' && { probability: stage.probability }
    setPatch({ stage: { id: stage.id, name: stage.name, type: stage.type }, ...probability })
    if (deal.kind === 'lead') lead.mutate({ lead_id: id, stage: stage.id })
    else opportunity.mutate({ opportunity_id: id, stage: stage.id })
  }
}

/** Reopens a won or lost deal in the stage it was in before. */
export function useReopen(deal: Deal) {
  const { reopen: words } = useDrawerWords()
  const { remember, createRevert } = useRevertMove(deal)
  const undo = () => ({ message: words.done(deal.name), revert: createRevert() })
  const lead = useAct('crm_reopen_lead', { undo })
  const opportunity = useAct('crm_update_opportunity', { undo })
  return () => {
    remember()
    if (deal.kind === 'lead') lead.mutate({ lead_id: deal.id })
    else opportunity.mutate({ opportunity_id: deal.id, status: 'open' })
  }
}

/** Moves the deal to the bin and offers to undo it. */
export function useDeleteDeal(deal: Deal, onGone: () => void) {
  const { remove: words } = useDrawerWords()
  const { id, name } = deal
  const lists = ['crm_list_leads', 'crm_list_opportunities', 'get_board_totals', 'list_bin', 'list_agenda'] as const
  const restoreLead = useAct('restore_lead', { invalidates: [...lists, 'crm_get_lead'] })
  const restoreOpportunity = useAct('restore_opportunity', { invalidates: [...lists, 'crm_get_opportunity'] })
  const options = (revert: () => void) => ({
    invalidates: lists,
    onSuccess: onGone,
    undo: () => ({ message: words.done(name), revert }),
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

/** Changes or clears the owner and offers to undo it. */
export function useAssignOwner(deal: Deal) {
  const { owner: words } = useDrawerWords()
  const previous = useRef(deal.owner)
  const restore = useSetOwner(deal)
  const undo = (output: { owner: Deal['owner'] }) => {
    const owner = previous.current
    return { message: output.owner ? words.changed(output.owner.name) : words.removed, revert: () => restore(owner) }
  }
  const assign = useSetOwner(deal, undo)
  return (agent: Pick<Agent, 'id' | 'name' | 'email'> | null) => {
    previous.current = deal.owner
    assign(agent && { id: agent.id, name: agent.name, email: agent.email })
  }
}

function useSetOwner(
  { kind, id, url }: Deal,
  undo?: (output: { owner: Deal['owner'] }) => { message: string; revert: () => void },
) {
  const { optimistic, setPatch } = useOptimisticPatch(url)
  const options = { optimistic, ...(undo && { undo }) }
  const lead = useAct('crm_update_lead', options)
  const opportunity = useAct('crm_update_opportunity', options)
  return (owner: Deal['owner']) => {
    setPatch({ owner })
    const owner_id = owner?.id ?? null
    if (kind === 'lead') lead.mutate({ lead_id: id, owner_id })
    else opportunity.mutate({ opportunity_id: id, owner_id })
  }
}
