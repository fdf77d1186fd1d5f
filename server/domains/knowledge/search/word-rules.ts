import { fold } from '#kernel/filters/reference.ts'

const LONGEST = 50
const amount = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?!\d)/g

/** Distinct lower-case words of a text. Amounts are one word in any notation: 50.000, 50,000, 50000. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(amount, (digits) => digits.replace(/[.,]/g, ''))
  const words = plain.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  return [...new Set(words.filter(({ length }) => length <= LONGEST))]
}

/** Codes and amounts of a text, each as one word: TX-220 is tx220, 2.300.000 is 2300000, 9,4 is 9p4. */
export function codesOf(text: string): string[] {
  const plain = fold(text)
    .replace(amount, (digits) => digits.replace(/[.,]/g, ''))
    .replace(/(?<![\d.,])(\d+)[.,](\d{1,2})(?![\d.,]\d|\d)/g, '$1p$2')
  const codes = plain.match(/[\p{L}\p{Nd}]+(?:[-_/.][\p{L}\p{Nd}]+)*/gu) ?? []
  const joined = codes.filter((code) => /\d/.test(code)).map((code) => code.replace(/[-_/.]/g, ''))
  return [...new Set(joined)].filter(({ length }) => length > 1 && length <= LONGEST)
}

/** Whether a code hardly occurs by chance: letters with digits, or four digits and more. */
export function isPreciseCode(code: string): boolean {
  return /\p{L}/u.test(code) || code.length > 3
}

/**
 * Spellings of a word: as written, and without accents. The Spanish stemmer needs the accent of -ción, which is often
 * omitted.
 */
export function formsOf(word: string): string[] {
  const plain = fold(word).replace(/([cs])ion$/, '$1ión')
  return [...new Set([word, plain])]
}

/** The indexed words of a chunk. Codes are indexed joined as well: TX-220, TX220. */
export function searchable(text: string): string {
  const codes = text.match(/(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}]+(?:[-_/.][\p{L}\p{Nd}]+)+/gu) ?? []
  const closed = codes
    .filter((code) => /\d/.test(code) && /\p{L}/u.test(code))
    .map((code) => code.replace(/[-_/.]/g, ''))
  return [...new Set(wordsOf(`${text} ${closed.join(' ')}`).flatMap(formsOf))].join(' ')
}

const spanish = words(
  'de la el en y que los las un una por con para se su del al es lo como más o si no sin sobre este esta son está ya puede le nos tu te ' +
    'mi mis me yo hay muy pero cuando cuándo donde dónde cual cuál cuanto cuánto cuanta cuánta qué cómo quién quiero puedo tengo tienen necesito ' +
    'hola buenas buenos gracias ustedes usted desde hasta después antes también porque esa ese eso fue ser estoy hacer',
)
const english = words(
  'the of and to in is for on with that you your are it be or if not can this we our from at by an as will have has do ' +
    'i my me us am was were did does don how what when where which who why much many there any some get got need want would could should ' +
    'please hello hi thanks thank about after before until than then they their them been being im its out up so but into',
)

/** The language of a text, by its function words and letters; without any, the one given. */
export function languageOf(text: string, otherwise: 'es' | 'en' = 'es'): 'es' | 'en' {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const count = (known: ReadonlySet<string>) => all.filter((word) => known.has(word)).length
  const lead = count(english) - count(spanish) - (/[ñ¿¡áéíóú]/iu.test(text) ? 1 : 0)
  return lead === 0 ? otherwise : lead > 0 ? 'en' : 'es'
}

/** Words of questions that carry no topic. */
const question_words = words(
  'hola buenas buenos dias tardes noches gracias favor porfa porfavor quiero quisiera queria puedo puede pueden podria podrian necesito necesita ' +
    'tengo tienen tienes hay hacer hago hace cual cuales cuanto cuanta cuantos cuantas cuando donde como quien saber dime digame ' +
    'ayuda consulta pregunta ustedes usted hello hi hey please thanks thank want would like could can need needs get got have much many how ' +
    'what when where which who why does tell know help question there',
)

/** The topic words of a question, each with its spellings; codes also as one word. */
export function queryTerms(query: string): string[][] {
  const topical = wordsOf(query).filter((word) => !question_words.has(fold(word)))
  return [...new Set([...topical, ...codesOf(query)])].slice(0, 40).map(formsOf)
}

/** Words of greetings, thanks and goodbyes; a text of these alone is no question. */
const courtesies = words(
  'hola holi holaa hey hi hello helo ola buenas buenos buen dia dias tarde tardes noche noches good morning afternoon evening night day ' +
    'saludos cordial cordiales que tal como estas esta estan va vas andas todo bien how are you doing is it going whats up sup ' +
    'gracias muchas mil muchisimas thanks thank thx ty so much very many a lot de nada por favor please welcome your ' +
    'ok oki okay okey okis vale listo dale perfecto genial excelente super great perfect cool nice awesome entendido got ' +
    'si no yes yep nope claro sure jaja jajaja jeje haha hahaha lol adios chao chau bye goodbye hasta luego pronto manana see later ' +
    'soon feliz happy igualmente muy amable encantado mucho gusto un una abrazo amigo amiga senor senora senorita there everyone todos',
)

/** "How much" and "how many" are questions although made of such words. */
const priced = /\bhow (?:much|many)\b/i

/** The question without clauses of courtesy; empty if nothing else is left. */
export function withoutCourtesies(query: string): string {
  const clauses = query.split(/(?<=[;!?¡¿…\n]|[,.:](?!\d))\s*/u)
  return clauses
    .filter((clause) => priced.test(clause) || wordsOf(fold(clause)).some((word) => !courtesies.has(word)))
    .join(' ')
    .trim()
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Words of greetings and questions, which need no spelling repair. */
export function helperWords(): string[] {
  return [...question_words, ...courtesies]
}
