import type { AiTool } from '#contract/records/assistant.ts'
import { dictionary } from '#web/i18n.ts'

const es = {
  title: 'Plan',
  hint: 'Lo que tu espacio puede tener, y cuánto usa hoy.',
  yours: 'Tu plan',
  names: { starter: 'Inicial', growth: 'Crecimiento', self_hosted: 'Instalación propia' } as Record<string, string>,
  about: {
    starter: 'Para empezar: lo esencial, con topes moderados.',
    growth: 'Para equipos que crecen: todas las herramientas del agente de IA y más conocimiento.',
    self_hosted: 'Lo operas tú, en tus servidores: los topes más amplios.',
  } as Record<string, string>,
  usage: 'Uso',
  usageHint: 'Personas, canales, contactos y conversaciones no tienen tope.',
  limits: { collections: 'Colecciones de conocimiento', documents: 'Documentos', webhooks: 'Webhooks' },
  of: (used: string, most: string) => `${used} de ${most}`,
  full: 'Llegaste al tope: para agregar otro, quita uno o pide otro plan a quien opera la instalación.',
  nearly: 'Queda poco.',
  ai: 'Agente de IA',
  aiHint: 'Hasta dónde puede llegar en este plan.',
  configure: 'Configurar',
  messages: 'Mensajes que recuerda',
  summary: 'Resumen de lo anterior',
  topK: 'Fragmentos que consulta por respuesta',
  yes: 'Incluido',
  no: 'No incluido',
  tools: 'Lo que puede hacer',
  toolNames: {
    look_up_contact: 'Consultar los datos del contacto',
    create_lead: 'Crear un prospecto',
    schedule_activity: 'Agendar una actividad',
    search_properties: 'Buscar inmuebles',
    add_label: 'Poner etiquetas',
    hand_over: 'Pasar la conversación a una persona',
  } as Record<AiTool, string>,
  change: 'El plan lo cambia quien opera la instalación.',
  failed: 'No pudimos leer el uso',
}

const en: typeof es = {
  title: 'Plan',
  hint: 'What your workspace may have, and how much of it is in use today.',
  yours: 'Your plan',
  names: { starter: 'Starter', growth: 'Growth', self_hosted: 'Self-hosted' },
  about: {
    starter: 'To begin with: the essentials, within moderate bounds.',
    growth: 'For teams that grow: every tool of the AI agent, and more knowledge.',
    self_hosted: 'You run it, on your servers: the widest bounds.',
  },
  usage: 'Usage',
  usageHint: 'People, inboxes, contacts and conversations have no bound.',
  limits: { collections: 'Knowledge collections', documents: 'Documents', webhooks: 'Webhooks' },
  of: (used, most) => `${used} of ${most}`,
  full: 'That is all there is room for: remove one to add another, or ask whoever runs the installation for another plan.',
  nearly: 'Little is left.',
  ai: 'AI agent',
  aiHint: 'How far it may go in this plan.',
  configure: 'Set it up',
  messages: 'Messages it remembers',
  summary: 'Summary of what came before',
  topK: 'Pieces it consults for an answer',
  yes: 'Included',
  no: 'Not included',
  tools: 'What it may do',
  toolNames: {
    look_up_contact: 'Look up the contact',
    create_lead: 'Create a lead',
    schedule_activity: 'Schedule an activity',
    search_properties: 'Search properties',
    add_label: 'Add labels',
    hand_over: 'Hand the conversation over to a person',
  },
  change: 'Whoever runs the installation changes the plan.',
  failed: 'We could not read the usage',
}

export const planWords = { es, en }
export const usePlanWords = dictionary(es, en)
