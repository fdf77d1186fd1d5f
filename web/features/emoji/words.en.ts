import type { EmojiWords } from './words.es.ts'

export const emojiEn: EmojiWords = {
  label: 'Emoji',
  search: 'Search emoji',
  nothing: 'No emoji match.',
  groups: { faces: 'Faces', gestures: 'Gestures', hearts: 'Hearts and celebration', things: 'Objects' },
}
