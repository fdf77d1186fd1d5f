import type { OptionWords } from './words.es.ts'

export const optionsEn: OptionWords = {
  choices: 'Options',
  option: (number) => `Option ${number}`,
  optionMissing: 'Write at least one option.',
  description: (number) => `Description ${number}`,
  remove: (number) => `Remove option ${number}`,
  add: 'Add option',
}
