import assert from 'node:assert/strict'
import { test } from 'node:test'
import { courtesyKind, wantsPerson } from './intent-rules.ts'

test('A request for a person is recognised in Spanish and in English', () => {
  const requests = [
    'Quiero hablar con una persona',
    '¿Puedo hablar con un asesor?',
    'pásame con un humano por favor',
    'Páseme con alguien de ventas',
    'Necesito un asesor',
    'Necesito un humano YA',
    'asesor',
    'Un asesor por favor',
    'agente humano',
    'Prefiero que me atienda una persona real',
    'comuníqueme con un representante',
    'No quiero hablar con un robot',
    'No quiero hablar con un bot, quiero una persona',
    'me pueden transferir a un agente?',
    'Quisiera comunicarme con el encargado',
    'Can I talk to a human?',
    'I want to speak with someone',
    'let me speak to a manager',
    'human please',
    'I need a real person',
    'Connect me to an agent',
    'I don’t want to talk to a machine',
    'live agent',
    'Please transfer me to a representative.',
    'Quiero un asesor comercial',
    'Necesito un agente de servicio al cliente',
    '¿Me puede llamar un asesor?',
    'Quiero hablar con servicio al cliente',
    'Can I speak to customer service?',
    '¿Hay alguien ahí?',
    'Is anyone there?',
    'no me entiendes quiero hablar con un humano',
    'esto no sirve necesito un asesor',
    'no quiero hablar más contigo pásame un asesor',
    'I don’t understand this let me talk to a person',
    'you are not helping I want a human',
    'No quiero un bot',
  ]
  for (const text of requests) assert.ok(wantsPerson(text), text)
})

test('Mentioning people, or declining one, is not a request for a person', () => {
  const others = [
    'Hola',
    '¿Cuánto cuesta para dos personas?',
    'Ayer hablé con un asesor y me dijo que sí',
    'No quiero hablar con una persona',
    'No necesito un asesor, solo el precio',
    '¿Tienen seguro de accidentes personales?',
    'Mi agente de aduanas ya tiene los papeles',
    'Quiero una casa para cuatro personas con jardín',
    'Necesito un agente limpiador para pisos',
    '¿Trabajan con agentes inmobiliarios?',
    'The agent fee, how much is it?',
    'I spoke to an agent yesterday',
    'How many people fit in the room?',
    'I do not need to talk to anybody',
    'Do you sell human anatomy books?',
    'Quiero una mesa para 4 personas',
    'Necesito mesa para seis personas por favor',
    'I need a table for 4 people',
    '¿Puedo transferir el contrato a otra persona?',
    '¿Se puede pasar la reserva a otra persona?',
    'Can I pass my ticket to someone else?',
    'I want to transfer the lease to another person',
    'Prefiero no hablar con una persona',
    'No funciona la máquina que compré',
    'No me llegó el robot aspirador',
    'My computer does not turn on',
    'The order has not arrived and the washing machine is urgent',
    'No me gusta hablar con asesores',
    '¿Puedo comprar sin hablar con un asesor?',
    'I don’t want to talk to a person',
    '¿Hay alguien que hable alemán en la sede de Cali?',
    '',
  ]
  for (const text of others) assert.ok(!wantsPerson(text), text)
})

test('Greetings, thanks and goodbyes are distinguished', () => {
  assert.equal(courtesyKind('¡Buenos días!'), 'greeting')
  assert.equal(courtesyKind('hello'), 'greeting')
  assert.equal(courtesyKind('Muchas gracias'), 'thanks')
  assert.equal(courtesyKind('thank you so much'), 'thanks')
  assert.equal(courtesyKind('Adiós'), 'leave')
  assert.equal(courtesyKind('ok'), 'other')
})
