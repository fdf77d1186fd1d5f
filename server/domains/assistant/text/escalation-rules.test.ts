import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EscalationTopic, findEscalationTopic } from './escalation-rules.ts'

const cases: [EscalationTopic, string[]][] = [
  [
    'complaint',
    [
      'Quiero poner una queja por el mal servicio',
      'Esto es inaceptable, llevo tres semanas esperando',
      'son unos ladrones',
      'Pésima atención, nadie me responde',
      'ESTO NO PUEDE SEGUIR ASÍ!!',
      'I want to file a complaint',
      'this is ridiculous, nobody answers',
      'que mierda de empresa',
    ],
  ],
  ['legal', ['Los voy a demandar', 'ya hablé con mi abogado', 'I will take legal action', 'voy a ir a la PROFECO']],
  ['health', ['mi mamá no puede respirar', 'tengo un dolor en el pecho muy fuerte', 'I want to kill myself']],
  ['urgent', ['necesito ayuda urgente', 'Me urge que me llamen', 'this is an emergency']],
  [
    'language',
    [
      'Bonjour, combien coûte la livraison pour mon adresse?',
      'Olá, vocês têm estacionamento? quanto custa por dia?',
      'Guten Tag, wie viel kostet das Zimmer?',
      'Buongiorno, vorrei sapere quanto costa la camera',
      '购房需要什么文件',
      'Сколько стоит доставка?',
    ],
  ],
]

test('Emergencies, legal threats, complaints, urgency and other languages are for people', () => {
  for (const [topic, texts] of cases) for (const text of texts) assert.equal(findEscalationTopic(text), topic, text)
})

test('Ordinary questions are not', () => {
  for (const text of [
    '¿Cuánto cuesta el envío a Cali?',
    '¿Urgencias atiende las 24 horas?',
    'how do I claim my insurance?',
    '¿Cómo reclamo una compra que no reconozco?',
    'me robaron la tarjeta',
    'HOLA BUENAS TARDES!',
    'quiero 3 cajas de TX-220',
    'do you have a table for two?',
    'quanto cuesta?',
    'ok',
    '',
  ])
    assert.equal(findEscalationTopic(text), undefined, text)
})
