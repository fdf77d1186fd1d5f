import { folded } from '#kernel/reference.ts'

const LONGEST = 50

/** The words of a text, each once, in small letters. Amounts are one word however they are written: 50.000, 50,000, 50000. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?!\d)/g, (amount) => amount.replace(/[.,]/g, ''))
  const words = plain.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  return [...new Set(words.filter(({ length }) => length <= LONGEST))]
}

/**
 * The ways a word may be written: as it is, and as it is often typed, without accents. The stemmer of Spanish needs the
 * accent of -ción, which hardly anybody types.
 */
export function formsOf(word: string): string[] {
  const plain = folded(word).replace(/([cs])ion$/, '$1ión')
  return [...new Set([word, plain])]
}

/** The words a piece is found by. A code is also found when it is written in one: TX-220, TX220. */
export function searchable(text: string): string {
  const codes = text.match(/(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}]+(?:[-_/.][\p{L}\p{Nd}]+)+/gu) ?? []
  const closed = codes
    .filter((code) => /\d/.test(code) && /\p{L}/u.test(code))
    .map((code) => code.replace(/[-_/.]/g, ''))
  return [...new Set(wordsOf(`${text} ${closed.join(' ')}`).flatMap(formsOf))].join(' ')
}

const spanish = words(
  'de la el en y que los las un una por con para se su del al es lo como más o si no sin sobre este esta son está ya puede le nos tu te',
)
const english = words(
  'the of and to in is for on with that you your are it be or if not can this we our from at by an as will have has do',
)

/** The language of a text, by the little words that hold it together. */
export function languageOf(text: string): 'es' | 'en' {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const count = (known: ReadonlySet<string>) => all.filter((word) => known.has(word)).length
  return count(english) > count(spanish) ? 'en' : 'es'
}

/** What people say when they ask, whatever they ask about. */
const asking = words(
  'hola buenas buenos dias tardes noches gracias favor porfa porfavor quiero quisiera queria puedo puede pueden podria podrian necesito necesita ' +
    'tengo tienen tienes hay hacer hago hace cual cuales cuanto cuanta cuantos cuantas cuando donde como quien saber dime digame ' +
    'ayuda consulta pregunta ustedes usted hello hi hey please thanks thank want would like could can need needs get got have much many how ' +
    'what when where which who why does tell know help question there',
)

/** What a question asks about: its words, each in the ways it may be written, without those that only ask. */
export function askedFor(query: string): string[][] {
  return wordsOf(query)
    .filter((word) => !asking.has(folded(word)))
    .slice(0, 40)
    .map(formsOf)
}

/** Words people greet, thank and take their leave with; what is made of nothing else asks nothing. */
const courtesies = words(
  'hola holi holaa hey hi hello helo ola buenas buenos buen dia dias tarde tardes noche noches good morning afternoon evening night day ' +
    'saludos cordial cordiales que tal como estas esta estan va vas andas todo bien how are you doing is it going whats up sup ' +
    'gracias muchas mil muchisimas thanks thank thx ty so much very many a lot de nada por favor please welcome your ' +
    'ok oki okay okey okis vale listo dale perfecto genial excelente super great perfect cool nice awesome entendido got ' +
    'si no yes yep nope claro sure jaja jajaja jeje haha hahaha lol adios chao chau bye goodbye hasta luego pronto manana see later ' +
    'soon feliz happy igualmente muy amable encantado mucho gusto un una abrazo amigo amiga senor senora senorita there everyone todos',
)

/** Made of the same words, and a question all the same. */
const priced = /\bhow (?:much|many)\b/i

/** The question without its greetings and thanks, clause by clause; nothing when there is nothing else. */
export function withoutCourtesies(query: string): string {
  const clauses = query.split(/(?<=[,.;:!?¡¿…\n])\s*/u)
  return clauses
    .filter((clause) => priced.test(clause) || wordsOf(folded(clause)).some((word) => !courtesies.has(word)))
    .join(' ')
    .trim()
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
