import { z } from 'zod'
import { Property } from '#contract/records/property.ts'
import { cursor, limit, line, page } from '#contract/scalars.ts'
import { describeUnknownPlaces } from '#domains/properties/known-values.ts'
import * as rules from '#domains/properties/rules.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_crm_properties = operation({
  summary: 'List real-estate properties, newest first. Filter by name, place, operation, type, price or bedrooms.',
  description: 'Search project names with name_search, not with city or sector. Details: get_crm_property_detail.',
  rest: 'GET /properties',
  permission: 'crm:read',
  tool: {
    row: [
      'id',
      'code',
      'name',
      'project_name',
      'city',
      'sector',
      'operation',
      'property_type',
      'availability',
      'list_price',
      'currency',
      'bedrooms',
      'bathrooms',
      'area_m2',
      'url',
    ],
  },
  module: 'real_estate',
  analytics: ({ limit: _limit, cursor: _cursor, ...filters }) =>
    Object.values(filters).some((value) => value !== undefined),
  input: z.strictObject({
    name_search: line.optional().describe('Text in the name, project name or code, ignoring case and accents'),
    city: line.optional().describe('City or part of its name'),
    sector: line.optional().describe('Neighbourhood or part of its name'),
    operation: line.optional().describe('venta or compra; arriendo or alquiler'),
    property_type: line.optional().describe('Such as apartamento, casa, lote, oficina'),
    availability: line.optional().describe('Such as disponible, reservado, vendido, or part of it'),
    min_price: z.number().optional().describe('Minimum list price, inclusive'),
    max_price: z.number().optional().describe('Maximum list price, inclusive'),
    min_bedrooms: z.int().optional().describe('Minimum bedrooms, inclusive'),
    max_bedrooms: z.int().optional().describe('Maximum bedrooms, inclusive'),
    only_active: z.boolean().optional().describe('Only properties on offer. Default true.'),
    only_published: z.boolean().optional().describe('Only published properties'),
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

  count: properties.count,

  async note(ctx, input, { items }) {
    return items.length === 0 ? describeUnknownPlaces(ctx, input) : undefined
  },
})
