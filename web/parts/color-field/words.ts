import { dictionary } from '#web/i18n.ts'
import type { colors } from './colors.ts'

type Names = Record<(typeof colors)[number], string>

const es = {
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

const en: typeof es = {
  other: 'Another colour',
  code: 'Code of the colour',
  codeHint: 'Such as #0f766e',
  names: {
    '#3b6fd4': 'Blue',
    '#0f8599': 'Teal',
    '#1f8a5b': 'Green',
    '#6b8e23': 'Olive',
    '#b8860b': 'Ochre',
    '#c2571a': 'Orange',
    '#c0364c': 'Red',
    '#c2408f': 'Pink',
    '#a23bb0': 'Purple',
    '#6a5acd': 'Violet',
    '#4349bb': 'Indigo',
    '#5f6672': 'Grey',
  },
}

export const colorWords = { es, en }
export const useColorWords = dictionary(es, en)
