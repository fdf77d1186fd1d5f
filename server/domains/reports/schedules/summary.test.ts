import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { Compared, Money } from '#contract/records/report.ts'
import { summarise } from './summary.ts'

const zone = 'America/Bogota'
const money = (amount: number) => ({
  currency: 'COP',
  amount,
  by_currency: [{ currency: 'COP', amount, count: 1 }],
  mixed_currency: false,
  without_amount: 0,
})

test('Figures stand with their previous value and change, amounts with their currency, times with their unit', () => {
  const schema = z.object({
    time_zone: z.string(),
    kpis: z.object({ conversations: Compared, revenue: Compared, first_response_mean_seconds: Compared }),
    revenue: Money,
    daily: z.array(z.object({ day: z.string() })),
  })
  const report = {
    time_zone: zone,
    kpis: {
      conversations: { current: 1200, previous: 1000, change: 20 },
      revenue: { current: 1500.5, previous: 0, change: null },
      first_response_mean_seconds: { current: 3_725, previous: null, change: null },
    },
    revenue: money(1500.5),
    daily: [{ day: '2027-01-01' }],
  }
  assert.deepEqual(summarise(schema, 'daily', report, 'es', zone), [
    {
      header: ['Cifra', 'Valor', 'Período anterior', 'Cambio'],
      rows: [
        ['Conversaciones', '1.200', '1.000', '20 %'],
        ['Ingresos', '1.500,5 COP', '0 COP', '–'],
        ['Primera respuesta, promedio', '1 h 2 min', '–', '–'],
      ],
    },
  ])
  assert.deepEqual(summarise(schema, 'daily', report, 'en', zone)[0]?.rows[0], [
    'Conversations',
    '1,200',
    '1,000',
    '20 %',
  ])
})

test('A comparison of whole periods is one row per figure', () => {
  const part = z.object({ won: z.int(), won_amount: Money, win_rate: z.number() })
  const schema = z.object({
    current: part,
    previous: part.nullable(),
    changes: z.object({ won: z.number(), won_amount: z.number(), win_rate_points: z.number() }).nullable(),
  })
  const report = {
    current: { won: 3, won_amount: money(30), win_rate: 50 },
    previous: { won: 2, won_amount: money(20), win_rate: 40 },
    changes: { won: 50, won_amount: 50, win_rate_points: 10 },
  }
  const [{ rows } = { rows: [] }] = summarise(schema, 'summary', report, 'en', zone)
  assert.deepEqual(
    rows.map((row) => row.slice(1)),
    [
      ['3', '2', '50 %'],
      ['30 COP', '20 COP', '50 %'],
      ['50 %', '40 %', '10 %'],
    ],
  )
  const alone = summarise(schema, 'summary', { ...report, previous: null, changes: null }, 'en', zone)
  assert.deepEqual(alone[0]?.header, ['Figure', 'Value'])
})

test('The first rows of the main table follow, without ids and with local times', () => {
  const schema = z.object({
    leads: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string(), status: z.enum(['new']) })),
  })
  const leads = Array.from({ length: 12 }, (_, i) => ({
    id: String(i),
    name: `Lead ${i}`,
    created_at: '2027-01-31T13:00:00.000Z',
    status: 'new',
  }))
  const [table] = summarise(schema, 'leads', { leads }, 'es', zone)
  assert.deepEqual(table?.header, ['Nombre', 'Creado', 'Estado'])
  assert.deepEqual([table?.rows.length, table?.rows[0]], [10, ['Lead 0', '2027-01-31 08:00', 'Nuevo']])
})
