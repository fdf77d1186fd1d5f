import { fold } from '#kernel/filters/reference.ts'

/** Topics that always go to a person: the reasons for handing over without an answer. */
export const escalation_topics = ['health', 'legal', 'complaint', 'urgent', 'language'] as const
export type EscalationTopic = (typeof escalation_topics)[number]

const health =
  /\b(?:suicid\w*|quitarme la vida|matarme|me quiero morir|infartos?|dolor (?:fuerte )?(?:en el|de) pecho|no (?:puedo|puede) respirar|no respira|sangra(?:ndo)? mucho|se desmayo|inconsciente|convulsion\w*|sobredosis|overdos\w*|chest pain|can t breathe|cannot breathe|kill myself|heart attack|bleeding heavily|unconscious|not breathing)\b/
const legal =
  /\b(?:abogad[oa]s?|demandar\w*|los demand[oe]|(?:accion|acciones|via) legal(?:es)?|denunciar\w*|una denuncia|superintendencia|profeco|sernac|indecopi|defensor(?:ia)? del consumidor|procuraduria|tutela|derecho de peticion|lawyers?|attorneys?|sue you|suing|legal action|small claims)\b/
const complaint =
  /\b(?:quejas?|quejar\w*|(?:un|el|mi|otro) reclamo|reclamaciones|(?:poner|hacer|presentar) (?:un|una) recla\w+|complain(?:t|ts|ing)?|pesim[oa]s?|mal servicio|mala atencion|estafa\w*|me estafaron|ladrones|indignad\w+|indignante|furios[oa]|enojad[oa]|molest[oa] (?:con|por)|muy molest[oa]|hart[oa] de|estoy hart[oa]|es el colmo|falta de respeto|inaceptable|una verguenza|mentiros[oa]s?|incompetentes?|inutiles|una porqueria|nadie (?:me )?(?:responde|contesta|soluciona|da respuesta)|me (?:dejaron|tienen) esperando|mierda|carajo|hijueputa|malparid\w+|pendej\w+|unacceptable|ridiculous|furious|angry|disgusted|fed up|rip off|ripped off|scam\w*|terrible service|worst (?:service|company|experience)|nobody (?:answers|replies|helps)|fuck\w*|bullshit|wtf|this is a joke|no puede ser que|que falta de|siempre lo mismo con ustedes|decepcionad[oa]|disappointed)\b/
const urgent =
  /\b(?:urgente|urgentemente|me urge|con urgencia|es una (?:emergencia|urgencia)|auxilio|socorro|asap|urgent|urgently|(?:it s|this is|i have) an emergency|help me now)\b/

/** The topic of a message that always goes to a person, if any. Languages count only where no model can reply in them. */
export function findEscalationTopic(text: string): EscalationTopic | undefined {
  const plain = fold(text).replace(/[^\p{L}\p{Nd}]+/gu, ' ')
  if (health.test(plain)) return 'health'
  if (legal.test(plain)) return 'legal'
  if (complaint.test(plain) || isShouting(text)) return 'complaint'
  if (urgent.test(plain)) return 'urgent'
  return isOtherLanguage(text) ? 'language' : undefined
}

export function isEscalated(text: string): boolean {
  return findEscalationTopic(text) !== undefined
}

/** Whether a longer message is written in capitals and ends in exclamation marks. */
function isShouting(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.length >= 4 && /!/.test(text) && words.every((word) => word === word.toUpperCase())
}

const known = words(
  'de la el en y que los las un una por con para se su del al es lo como mas si no sin sobre este esta son ya puede le nos mi me tu te yo hay muy ' +
    'cuanto cuando donde cual quiero puedo tengo tienen hola gracias ' +
    'the of and to in is for on with that you your are it be or if not can this we our from at by an as will have has do does i my how what when where which much',
)
const foreign = words(
  // French
  'je vous nous est pas les des une dans avec pour mon ma mes votre vos bonjour merci combien quand quel quelle puis peux voudrais avez sont cette où est-ce ' +
    // Portuguese
    'não nao você voce vocês voces uma meu minha obrigado obrigada quanto custa fazer gostaria preciso onde fica têm seu sua com vou posso quero bom dia isso são ' +
    // Italian
    'il gli della del che non sono vorrei quanto costa posso buongiorno grazie avete dove quando come mio mia ho siete per ' +
    // German
    'ich der die das und ist nicht ein eine wie viel kostet haben sie können kann mein meine guten tag danke wann wo mit für bitte möchte',
)

/** Whether a message is in neither Spanish nor English: in another script, or mostly with function words of others. */
export function isOtherLanguage(text: string): boolean {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const letters = all.join('')
  const latin = letters.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters.length >= 2 && latin < letters.length / 2) return true
  const theirs = all.filter((word) => foreign.has(word) && !known.has(word)).length
  const ours = all.filter((word) => known.has(word) && !foreign.has(word)).length
  return theirs >= 2 && theirs > 2 * ours
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
