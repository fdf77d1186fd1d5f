/** A key to begin with, made of the name people read: `Número de póliza` is `numero_de_poliza`. */
export function keyOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 50)
    .replace(/_+$/, '')
}

/** The choices of a list as they are written: one a line. */
export const toLines = (values: readonly string[]) => values.join('\n')
export const fromLines = (text: string) =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
