export const sortingEs = {
  handle: (name: string) => `Mover ${name}`,
  handleHint: 'Arrastra, o usa las flechas',
  up: 'Subir',
  down: 'Bajar',
  moved: (name: string, place: number, count: number) => `${name}: posición ${place} de ${count}`,
}

export type SortingWords = typeof sortingEs
