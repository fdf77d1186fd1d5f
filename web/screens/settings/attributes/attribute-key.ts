/** Suggests a key from a name: `Número de póliza` becomes `numero_de_poliza`. */
export function keyOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 50)
    .replace(/_+$/, '')
}

/** List options as lines of text. */
export const toLines = (values: readonly string[]) => values.join('\n')
export const fromLines = (text: string) =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
