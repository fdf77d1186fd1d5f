import type { ColorWords } from './words.es.ts'

export const colorEn: ColorWords = {
  other: 'Custom colour',
  code: 'Colour code',
  codeHint: 'For example #0f766e',
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
