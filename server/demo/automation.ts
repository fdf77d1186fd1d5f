import type { z } from 'zod'
import type { Condition } from '#contract/filters.ts'
import { DAY, type Past } from '#server/demo/past.ts'
import type { Registry } from '#registry'

type Rule = z.input<Registry['create_automation_rule']['input']>
type Macro = z.input<Registry['create_macro']['input']>
type View = z.input<Registry['create_saved_view']['input']>

const only = (field: string, ...values: string[]) => ({ field, operator: 'equal_to' as const, values })
const every = (...all: z.input<typeof Condition>[]) => ({ any: [{ all }] })

/** These rules are active from the start, so none of them writes to customers. */
const RULES: Rule[] = [
  {
    name: 'Urgente: prioridad y equipo',
    description: 'Pasa a Ventas las conversaciones urgentes con la prioridad más alta.',
    event: 'conversation.label_added',
    conditions: every(only('label', 'urgente')),
    actions: [
      { type: 'set_priority', priority: 'urgent' },
      { type: 'assign_team', team: 'Ventas' },
    ],
  },
  {
    name: 'Fuera de horario',
    description: 'Deja una nota para quien abra la conversación a la mañana siguiente.',
    event: 'conversation.created',
    conditions: every({ field: 'business_hours', operator: 'equal_to', values: [false] }),
    actions: [
      {
        type: 'add_note',
        content: 'Escribió fuera del horario de atención. Responder a {{contact.first_name}} a primera hora.',
      },
    ],
  },
  {
    name: 'Resuelta: marcar como atendida',
    event: 'conversation.resolved',
    actions: [{ type: 'add_label', label: 'atendido' }],
  },
]

/** Created as of now: a waiting rule dated in the past would fire for every customer who ever waited. */
const WAITING: Rule = {
  name: 'Más de 30 minutos esperando',
  description: 'Sube la prioridad y avisa al equipo.',
  event: 'conversation.waiting',
  minutes: 30,
  conditions: every(only('status', 'open'), only('priority', 'none', 'low', 'medium')),
  actions: [
    { type: 'set_priority', priority: 'high' },
    { type: 'add_note', content: '{{contact.first_name}} lleva más de 30 minutos esperando respuesta.' },
  ],
}

const MACROS: Macro[] = [
  {
    name: 'Pedir documentos',
    visibility: 'shared',
    actions: [
      { type: 'send_canned_response', canned_response: 'documentos' },
      { type: 'add_label', label: 'venta' },
      { type: 'snooze', minutes: 1440 },
    ],
  },
  {
    name: 'Pasar a Vehículos',
    visibility: 'shared',
    actions: [
      { type: 'assign_team', team: 'Vehículos' },
      { type: 'add_label', label: 'vehículos' },
      { type: 'add_note', content: 'Pregunta por vehículos; la toma el equipo.' },
    ],
  },
  {
    name: 'Despedirse y cerrar',
    visibility: 'private',
    actions: [
      { type: 'send_canned_response', canned_response: 'gracias' },
      { type: 'set_status', status: 'resolved' },
    ],
  },
]

function views(mine: string): View[] {
  return [
    {
      name: 'Mías abiertas',
      resource: 'conversations',
      filter: every(only('status', 'open'), only('assignee_id', mine)),
    },
    {
      name: 'En espera, por antigüedad',
      resource: 'conversations',
      visibility: 'shared',
      filter: every({ field: 'waiting_since', operator: 'is_present', values: [] }),
      sort: 'waiting_since',
    },
    {
      name: 'Urgentes',
      resource: 'conversations',
      visibility: 'shared',
      filter: every(only('priority', 'urgent'), only('status', 'open', 'pending', 'snoozed')),
    },
    { name: 'De Bogotá', resource: 'contacts', visibility: 'shared', filter: every(only('city', 'Bogotá')) },
    {
      name: 'Negocios grandes',
      resource: 'opportunities',
      visibility: 'shared',
      filter: every(only('status', 'open'), only('currency', 'COP'), {
        field: 'amount',
        operator: 'is_greater_than',
        values: [500_000_000],
      }),
    },
  ]
}

/** Creates the automation rules, macros and saved views. */
export async function seedAutomation({ act, agents, now }: Past): Promise<void> {
  const at = now - 60 * DAY
  for (const rule of RULES) await act('create_automation_rule', rule, at)
  await act('create_automation_rule', WAITING, now)
  for (const macro of MACROS) await act('create_macro', macro, at)
  for (const view of views(agents[0]!.user_id!)) await act('create_saved_view', view, at)
}
