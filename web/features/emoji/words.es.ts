export const emojiEs = {
  label: 'Emojis',
  search: 'Buscar emoji',
  nothing: 'No hay emojis que coincidan.',
  groups: { faces: 'Caras', gestures: 'Gestos', hearts: 'Corazones y celebración', things: 'Objetos' },
}
export type EmojiWords = typeof emojiEs
