import { z } from 'zod'
import { opportunity_statuses } from '#contract/records/crm.ts'
import { attributes, id, timestamp } from '#contract/scalars.ts'

export const property_operations = ['venta', 'arriendo', 'venta_arriendo'] as const
export type PropertyOperation = (typeof property_operations)[number]

export const PropertyImage = z
  .object({
    id,
    url: z.string().describe('Opens the picture; for an uploaded file valid for seven days'),
    file_name: z.string().nullable().describe('For an uploaded file'),
    content_type: z.string().nullable().describe('For an uploaded file'),
  })
  .meta({ id: 'PropertyImage' })
export type PropertyImage = z.output<typeof PropertyImage>

export const Property = z
  .object({
    id,
    code: z.string().describe('Unique in the workspace, ignoring case'),
    name: z.string(),
    project_name: z.string().nullable(),
    description: z.string().nullable(),
    city: z.string().nullable(),
    sector: z.string().nullable().describe('District'),
    address: z.string().nullable(),
    operation: z.enum(property_operations).describe('For sale, for rent, or both'),
    property_type: z.string().nullable().describe('For example apartamento, casa, lote'),
    availability: z.string().describe('For example disponible, reservado, vendido'),
    list_price: z.number().nullable(),
    currency: z.string(),
    bedrooms: z.int().nullable(),
    bathrooms: z.int().nullable(),
    area_m2: z.number().nullable(),
    parking_spaces: z.int().nullable(),
    stratum: z.int().nullable().describe('1 to 6'),
    active: z.boolean().describe('On offer'),
    published: z.boolean().describe('Shown to the public'),
    listing_url: z.string().nullable().describe('Its page for customers'),
    custom_attributes: attributes,
    image_url: z.string().nullable().describe('The first picture'),
    url: z.string().describe('Opens the property in the web app'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Property' })
export type Property = z.output<typeof Property>

const named = z.object({ id, name: z.string() })

export const PropertyDetail = Property.extend({
  images: z.array(PropertyImage).describe('In order'),
  opportunities: z
    .array(
      z.object({
        id,
        name: z.string(),
        status: z.enum(opportunity_statuses),
        pipeline: named,
        stage: named,
        owner: named.nullable(),
        quantity: z.number(),
        price: z.number().nullable().describe('Price in this deal'),
        currency: z.string(),
        url: z.string(),
      }),
    )
    .describe('Deals that include it and are visible to you, newest first, at most 50'),
}).meta({ id: 'PropertyDetail' })
export type PropertyDetail = z.output<typeof PropertyDetail>

export const PropertyImport = z
  .object({
    dry_run: z.boolean().describe('True if nothing was saved and the counts are a preview'),
    total_rows: z.int(),
    created_count: z.int(),
    updated_count: z.int(),
    unchanged_count: z.int(),
    failed_count: z.int(),
    errors: z
      .array(z.object({ row: z.int(), field: z.string().nullable(), code: z.string(), detail: z.string() }))
      .describe('The first 1000 rejected rows, each with its line in the file (the header is row 1) and what to fix'),
  })
  .meta({ id: 'PropertyImport' })
export type PropertyImport = z.output<typeof PropertyImport>

/** An item a customer is interested in: a property, or anything else by name. */
export const InterestItem = z
  .object({
    id,
    name: z.string(),
    property: z.object({ id, code: z.string(), name: z.string(), url: z.string() }).nullable(),
    quantity: z.number(),
    price: z.number().nullable().describe('Price of one'),
    currency: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'InterestItem' })
export type InterestItem = z.output<typeof InterestItem>
