import { z } from 'zod'
import { attributeColumn, toList } from '#domains/contacts/csv/table.ts'
import { toFilters } from '#domains/contacts/filters/resolve.ts'
import { allFilters } from '#domains/contacts/inputs.ts'
import { text_fields } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { csv_language, toLocalTime } from '#kernel/csv.ts'
import { attributeCell, streamCsv } from '#kernel/csv-stream.ts'
import { operation } from '#kernel/operation.ts'

export const export_contacts = operation({
  summary: 'Export contacts as CSV, with the filters of search_contacts. Cells are safe to open in a spreadsheet.',
  rest: 'GET /contacts/export',
  permission: 'contacts:read',
  tool: false,
  analytics: () => true,
  streams: 'text/csv',
  audit: { without: [] },
  input: z.strictObject({ ...allFilters, language: csv_language }),
  output: z.custom<AsyncIterable<string>>(),

  async run(ctx, { language, ...input }) {
    const filters = await toFilters(ctx, input)
    const keys = await contacts.listAttributeKeys(ctx)
    const header = [...text_fields, 'labels', 'created_at'] as const
    const names = language ? header.map((field) => headings[language][field]) : header
    return streamCsv({
      header: [...names, ...keys.map((key) => attributeColumn(key))],
      language,
      read: (after, limit) => contacts.search(ctx, filters, after, limit),
      keys: ({ created_at, id }) => [created_at, id],
      cells: (contact) => [
        ...text_fields.map((field) => contact[field]),
        toList(contact.labels),
        language ? toLocalTime(contact.created_at, ctx.actor.account.time_zone) : contact.created_at,
        ...keys.map((key) => attributeCell(contact.custom_attributes[key])),
      ],
    })
  },
})

/** Readable headers; an import of the file recognises them. */
const headings = {
  es: {
    name: 'Nombre',
    phone_number: 'Teléfono',
    email: 'Correo',
    city: 'Ciudad',
    country: 'País',
    company_name: 'Empresa',
    job_title: 'Cargo',
    bio: 'Acerca de',
    labels: 'Etiquetas',
    created_at: 'Fecha de creación',
  },
  en: {
    name: 'Name',
    phone_number: 'Phone number',
    email: 'E-mail',
    city: 'City',
    country: 'Country',
    company_name: 'Company',
    job_title: 'Job title',
    bio: 'About',
    labels: 'Labels',
    created_at: 'Creation date',
  },
} as const
