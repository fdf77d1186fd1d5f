import { fold } from '#kernel/filters/reference.ts'

const person =
  '(?:ser humano|humanos?|humanas?|personas?|alguien|asesor(?:a|es)?|agentes?|ejecutiv[oa]s?|representantes?|operador(?:a|es)?|' +
  'vendedor(?:a|es)?|encargad[oa]|supervisor(?:a)?|gerente|human|humans|person|people|someone|somebody|agent|representative|rep|' +
  'operator|manager|supervisor|advisor|salesperson)'
/** Departments, counted only after a verb of speaking; alone they may be a product. */
const team =
  '(?:servicio al cliente|atencion al cliente|servicio tecnico|soporte|ventas|customer (?:service|support|care)|support|sales)'
const machine = '(?:bot|robot|maquina|chatbot|ia|inteligencia artificial|machine|ai|computer)'

const speaking =
  '(?:hablar|hablo|habla|comunicar(?:me|nos)?|comuniqueme|comuniquenme|comunicame|comunica|contactar(?:me)?|chatear|conversar|' +
  'pasarme|pasar con|paseme|pasenme|pasame|transferirme|transfierame|transfiereme|conectarme|conecteme|conectame|ponme|pongame|' +
  '(?:me|nos) (?:\\w+ ){0,2}(?:pasar|transferir|conectar|llamar|atender)|atienda|atiendan|llamarme|me llamen?|' +
  'talk|speak|chat|(?:connect|transfer|pass|put) (?:me|us))'
const wanting =
  '(?:quiero|quisiera|queremos|necesito|prefiero|deme|dame|exijo|want|need|prefer|give me|get me|let me have)'
const ending =
  '(?:\\s+(?:real|reales|humano|humana|human|de verdad|de carne y hueso|ya|ahora|now|por favor|please|comercial|tecnico|del equipo|de ventas|de soporte|de (?:servicio|atencion) al cliente))*$'

const to_speak = new RegExp(
  `\\b${speaking}\\b.{0,40}\\b${person}\\b|\\b${speaking}\\b.{0,20}\\b(?:con|a|to|with) (?:el |la |the |your )?${team}\\b`,
)
// Not "a table for four people".
const to_have = new RegExp(`\\b${wanting}\\b(?:(?!\\b(?:para|for|to|no|not|sin)\\b).){0,20}\\b${person}${ending}`)
const calling_out = /\bhay alguien(?: ahi| alli| aqui)?$|\b(?:anyone|anybody|someone|somebody) there$/
const standing_alone = new RegExp(
  `^(?:con |un |una |a |an |real |live |hola )*${person}${ending}|\\b(?:live|real|human) (?:agent|person|human|representative)\\b|\\b(?:agente|asesor|asesora|asistente) human[oa]\\b|\\b(?:persona|humano) real\\b`,
)
// A machine may also be the product.
const not_a_machine = new RegExp(
  `\\b(?:no|not|don t|dont)\\b.{0,20}\\b(?:${speaking}\\b.{0,20}\\b${machine}\\b|${wanting} (?:\\w+ )?(?:bots?|chatbots?|ia|ai)$)`,
)
/** A negation directly before the request; a "no" about something else does not count. */
const denied = new RegExp(
  '\\b(?:no|sin|tampoco|nunca|ni|not|don t|dont|never|without)(?: (?:me|te|le|lo|nos|really))?' +
    `(?: ${wanting}| deseo| gusta| tengo| hace falta| es necesario| like| have| wish)?(?: to| que| de)?(?: (?:un|una|a|an|any))?$`,
)

/** Whether a customer asks for a person, in Spanish or English; negated requests do not count. */
export function wantsPerson(text: string): boolean {
  const clauses = fold(text)
    .replace(/[’']/g, ' ')
    .split(/[.,;:!?¡¿\n]+|\b(?:pero|sino|but)\b/)
    .map((clause) => clause.replace(/\s+/g, ' ').trim())
  return clauses.some(
    (clause) =>
      not_a_machine.test(clause) ||
      [to_speak, to_have, standing_alone, calling_out].some((pattern) =>
        startsOf(clause, pattern).some((start) => !denied.test(clause.slice(0, start).trimEnd())),
      ),
  )
}

/** All starts of the pattern, overlapping ones too: a negated request may be followed by a real one. */
function startsOf(clause: string, { source }: RegExp): number[] {
  return Array.from(clause.matchAll(new RegExp(`(?=${source})`, 'g')), ({ index }) => index)
}

const greeting = /\b(?:hola|holi|buen|buenas|buenos|saludos|hello|hi|hey|good)\b/
const thanking = /\b(?:gracias|thanks|thank|thx|ty|amable)\b/
const leaving = /\b(?:adios|chao|chau|bye|goodbye|hasta|luego|see you)\b/

/** The kind of courtesy of a message that is nothing else. */
export function courtesyKind(text: string): 'greeting' | 'thanks' | 'leave' | 'other' {
  const plain = fold(text)
  if (thanking.test(plain)) return 'thanks'
  if (leaving.test(plain)) return 'leave'
  return greeting.test(plain) ? 'greeting' : 'other'
}

const spanish = /\b(?:hola|buen|buenas|buenos|gracias|adios|chao|chau|favor|asesora?|persona|humano)\b/
const english = /\b(?:hello|hi|good|thanks|thank|thx|bye|goodbye|please|human|person|agent|representative|someone)\b/

/** The language of greetings and thanks, which have no function words to detect it by. */
export function courtesyLanguage(text: string): 'es' | 'en' | undefined {
  const plain = fold(text)
  const [es, en] = [spanish.test(plain), english.test(plain)]
  return es === en ? undefined : es ? 'es' : 'en'
}
