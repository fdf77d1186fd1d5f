import type { Pipeline } from '#contract/records/crm.ts'
import { DAY, type Past } from '#server/demo/past.ts'

type Plan = {
  name: string
  description: string
  /** The number of days without activity after which a record counts as rotting. */
  rotting_days: number
  /** The open stages, with the probability of winning in percent. */
  open: readonly (readonly [name: string, probability: number])[]
  won: string
  lost: string
}

export const HOMES = 'Venta de inmuebles'
export const RENTALS = 'Arriendos'
export const VEHICLES = 'Vehículos'

const LEADS: Plan = {
  name: 'Leads',
  description: 'Todo el que pregunta, hasta saber si es un negocio.',
  rotting_days: 14,
  open: [
    ['Nuevo', 10],
    ['Contactado', 25],
    ['En calificación', 40],
  ],
  won: 'Calificado',
  lost: 'Descartado',
}

const DEALS: readonly Plan[] = [
  {
    name: HOMES,
    description: 'Del primer interés a la escritura.',
    rotting_days: 21,
    open: [
      ['Interés', 10],
      ['Visita agendada', 25],
      ['Visita realizada', 40],
      ['Oferta', 60],
      ['Promesa y crédito', 80],
    ],
    won: 'Escriturado',
    lost: 'Perdido',
  },
  {
    name: RENTALS,
    description: 'De la solicitud a la entrega de llaves.',
    rotting_days: 14,
    open: [
      ['Solicitud', 20],
      ['Visita', 40],
      ['Estudio de crédito (aseguradora)', 60],
      ['Contrato', 80],
    ],
    won: 'Entregado',
    lost: 'Perdido',
  },
  {
    name: VEHICLES,
    description: 'Nuevos, usados y retomas.',
    rotting_days: 14,
    open: [
      ['Cotización', 20],
      ['Prueba de manejo', 40],
      ['Retoma y avalúo', 55],
      ['Crédito aprobado', 75],
      ['Separado', 90],
    ],
    won: 'Facturado',
    lost: 'Perdido',
  },
]

const COLORS = ['#64748b', '#0284c7', '#7c3aed', '#d97706', '#0d9488'] as const

/** Sets up one lead pipeline and three for deals, reusing the default ones. Returns the deal pipelines. */
export async function seedPipelines(past: Past): Promise<Pipeline[]> {
  const { act, now } = past
  const { items } = await act('crm_list_pipelines', {}, now)
  const first = (kind: Pipeline['kind']) => items.find((each) => each.kind === kind)!
  const made = DEALS.map(async (plan, i) => {
    const fresh = { name: plan.name, kind: 'opportunities' } as const
    return applyPlan(
      past,
      i === 0 ? first('opportunities') : await act('create_pipeline', fresh, createdAt(past)),
      plan,
    )
  })
  const [, ...deals] = await Promise.all([applyPlan(past, first('leads'), LEADS), ...made])
  return deals
}

function createdAt({ now }: Past): number {
  return now - 100 * DAY
}

/** Applies the plan to the pipeline: renames its stages and deletes the surplus ones. */
async function applyPlan(past: Past, { id: pipeline_id, stages }: Pipeline, plan: Plan): Promise<Pipeline> {
  const { act } = past
  const at = createdAt(past)
  const { name, description, rotting_days } = plan
  await act('update_pipeline', { pipeline_id, name, description }, at)
  const open = stages.filter(({ type }) => type === 'open')
  for (const { id: stage_id } of open.slice(plan.open.length)) await act('delete_stage', { stage_id }, at)
  for (const [i, [name, probability]] of plan.open.entries())
    await act('update_stage', { stage_id: open[i]!.id, name, probability, color: COLORS[i]!, rotting_days }, at)
  for (const { id: stage_id, type } of stages.filter((stage) => stage.type !== 'open'))
    await act('update_stage', { stage_id, name: type === 'won' ? plan.won : plan.lost }, at)
  return act('get_pipeline', { pipeline_id }, at)
}
