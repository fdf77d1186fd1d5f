export const optionsEs = {
  choices: 'Opciones',
  option: (number: number) => `Opción ${number}`,
  optionMissing: 'Escribe al menos una opción.',
  description: (number: number) => `Descripción ${number}`,
  remove: (number: number) => `Quitar la opción ${number}`,
  add: 'Agregar opción',
}

export type OptionWords = typeof optionsEs
