import type { colors } from './colors.ts'

type Names = Record<(typeof colors)[number], string>

export const colorEs = {
  other: 'Otro color',
  code: 'Código del color',
  codeHint: 'Como #0f766e',
  names: {
    '#3b6fd4': 'Azul',
    '#0f8599': 'Turquesa',
    '#1f8a5b': 'Verde',
    '#6b8e23': 'Oliva',
    '#b8860b': 'Ocre',
    '#c2571a': 'Naranja',
    '#c0364c': 'Rojo',
    '#c2408f': 'Rosa',
    '#a23bb0': 'Púrpura',
    '#6a5acd': 'Violeta',
    '#4349bb': 'Índigo',
    '#5f6672': 'Gris',
  } as Names,
}

export type ColorWords = typeof colorEs
