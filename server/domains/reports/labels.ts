const labels = {
  es: {
    unassigned: 'Sin asignar',
    no_reason: 'Sin motivo',
    no_origin: 'Sin origen',
    no_team: 'Sin equipo',
    unknown_stage: 'Sin historial',
    newest_hundred: 'Se muestran las 100 conversaciones más recientes; acorta el período para ver las demás.',
  },
  en: {
    unassigned: 'Unassigned',
    no_reason: 'No reason',
    no_origin: 'No source',
    no_team: 'No team',
    unknown_stage: 'No history',
    newest_hundred: 'Showing the 100 most recent conversations; shorten the period to see the rest.',
  },
} as const

export type Labels = { readonly [L in keyof (typeof labels)['es']]: string }

/** Labels for missing names, in the language of the workspace. */
export function labelsIn(locale: 'es' | 'en'): Labels {
  return labels[locale]
}
