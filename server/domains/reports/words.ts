const words = {
  es: {
    unassigned: 'Sin asignar',
    no_reason: 'Sin motivo',
    no_origin: 'Sin origen',
    no_team: 'Sin equipo',
    unknown_stage: 'Sin historial',
    newest_hundred: 'Se muestran las 100 conversaciones más recientes; acorte el período para ver las demás.',
  },
  en: {
    unassigned: 'Unassigned',
    no_reason: 'No reason',
    no_origin: 'No origin',
    no_team: 'No team',
    unknown_stage: 'No history',
    newest_hundred: 'The 100 newest conversations are shown; shorten the window to see the others.',
  },
} as const

export type Words = { readonly [W in keyof (typeof words)['es']]: string }

/** What is shown where there is nothing to name, in the language of the workspace. */
export function wordsIn(locale: 'es' | 'en'): Words {
  return words[locale]
}
