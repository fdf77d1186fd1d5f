import type { Dice } from '#server/demo/random.ts'

const FIRST = [
  'María José',
  'Juan Sebastián',
  'Ana Lucía',
  'Carlos Andrés',
  'Íngrid',
  'Óscar Iván',
  'Sofía',
  'Mateo',
  'Luz Marina',
  'José Ángel',
  'Catalina',
  'Hernán Darío',
  'Yuliana',
  'Álvaro',
  'Natalia',
  'Germán',
  'Daniela',
  'Fabián',
  'Adriana',
  'Tomás',
  'Manuela',
  'Raúl',
  'Ximena',
  'Camilo',
  'Begoña',
  'Wilson',
  'Esperanza',
  'Iván',
  'Jimena',
  'Rubén',
] as const
const SURNAMES = [
  'Peña',
  'Muñoz',
  'Gómez',
  'Rodríguez',
  'Zuluaga',
  'Ibáñez',
  'Castaño',
  'Londoño',
  'Ordóñez',
  'Martínez',
  'Cárdenas',
  'Vélez',
  'Nariño',
  'Acuña',
  'Quiñones',
  'Restrepo',
  'Hurtado',
  'Páez',
  'Bermúdez',
  'Echeverri',
  'Galvis',
  'Téllez',
  'Ñáñez',
  'Solórzano',
  'Barragán',
] as const

/** An invented full name with two surnames. */
export function person(roll: Dice): string {
  return `${roll.one(FIRST)} ${roll.one(SURNAMES)} ${roll.one(SURNAMES)}`
}

/** The local part of an e-mail address: first name and first surname, without accents. */
export function mailbox(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(' ')
    .filter((_, i, all) => i === 0 || i === all.length - 2)
    .join('.')
}
