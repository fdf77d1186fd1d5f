import { z } from 'zod'
import { Property } from '#contract/records/property.ts'
import { cursor, limit, line, page } from '#contract/scalars.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_crm_properties = operation({
  summary: 'Find real-estate properties by name, place, operation, type, price or bedrooms, newest first.',
  description:
    'Project names are searched with name_search, not with city or sector. Returns items with id and url; read one with get_crm_property_detail.',
  rest: 'GET /properties',
  permission: 'crm:read',
  module: 'real_estate',
  tool: { without: ['cursor'] },
  analysis: ({ limit: _limit, cursor: _cursor, ...asked }) => Object.values(asked).some((value) => value !== undefined),
  input: z.strictObject({
    name_search: line.optional().describe('Part of the name, project name or code; case and accents do not matter'),
    city: line.optional().describe('City, or part of it'),
    sector: line.optional().describe('Part of the city, or part of its name'),
    operation: line.optional().describe('venta or compra; arriendo or alquiler'),
    property_type: line.optional().describe('Such as apartamento, casa, lote, oficina'),
    availability: line.optional().describe('Such as disponible, reservado, vendido; a part is enough'),
    min_price: z.number().optional().describe('Lowest list price, inclusive'),
    max_price: z.number().optional().describe('Highest list price, inclusive'),
    min_bedrooms: z.int().optional().describe('Fewest bedrooms, inclusive'),
    max_bedrooms: z.int().optional().describe('Most bedrooms, inclusive'),
    only_active: z.boolean().optional().describe('Only those on offer. Default true.'),
    only_published: z.boolean().optional().describe('Only those shown to the public'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Property),

  async run(ctx, input) {
    rules.checkRanges(input)
    const { after, limit } = readPage(ctx, input)
    const rows = await properties.list(ctx, input, after, limit)
    return toPage(ctx, input, rows, (property) => [property.created_at, property.id])
  },
})
