/** Reactions by the names Meta has for them. */
const emojis: Readonly<Record<string, string>> = {
  love: '❤️',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  dislike: '👎',
}

/** The emoji of a reaction that comes by name only. */
export function emojiOf(name: string | undefined): string {
  return (name !== undefined && Object.hasOwn(emojis, name) && emojis[name]) || '❓'
}

/** The name of an emoji, or the emoji itself if it has none. */
export function reactionOf(emoji: string): string {
  const plain = (text: string) => text.replaceAll('\uFE0F', '')
  return Object.keys(emojis).find((name) => plain(emojis[name]!) === plain(emoji)) ?? emoji
}
