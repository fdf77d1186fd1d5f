import type { FirstStep } from '#contract/records/first-steps.ts'

export const firstStepsEs = {
  title: 'Primeros pasos',
  progress: (done: number, all: number) => `${done} de ${all} listos`,
  dismiss: 'Ocultar los primeros pasos',
  done: 'Listo',
  steps: {
    connect_channel: ['Conecta un canal', 'Chat del sitio, WhatsApp, correo y más.'],
    invite_people: ['Invita a tu equipo', 'Para repartir las conversaciones.'],
    import_contacts: ['Importa tus contactos', 'Desde un archivo CSV o de Excel.'],
    try_widget: ['Prueba el chat', 'Escríbele a tu propio sitio como un visitante.'],
    connect_assistant: ['Conecta un asistente', 'Claude, ChatGPT u otro trabaja con tus datos.'],
  } satisfies Record<FirstStep, [title: string, hint: string]> as Record<FirstStep, [title: string, hint: string]>,
}
export type FirstStepsWords = typeof firstStepsEs
