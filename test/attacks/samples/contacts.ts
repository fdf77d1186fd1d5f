import { contact, email, isFromFair, label, note, phone, reversed, view, word } from './records.ts'
import type { Samples } from './tenant.ts'

export const contacts = {
  add_contact_note: async (tenant) => ({ contact_id: await contact(tenant), body: `Llamar el lunes ${tenant.mark}` }),
  count_contacts: async (tenant) => {
    await contact(tenant)
    return { query: 'pena', filter: isFromFair, view_id: (await view(tenant, 'contacts')).id }
  },
  create_contact: async (tenant) => ({
    name: `Íngrid Peña ${tenant.mark}`,
    phone_number: phone(tenant),
    email: email(tenant),
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Café Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Prefiere WhatsApp.',
    identifier: `cliente ${word(tenant)}`,
    custom_attributes: { utm_source: 'instagram', age: 41, vip: true },
    labels: [(await label(tenant)).title],
  }),
  create_label: (tenant) => ({ title: `etiqueta ${word(tenant)}`, description: 'Para pruebas', color: '#1F93FF' }),
  delete_contact: async (tenant) => ({ contact_id: await contact(tenant) }),
  delete_contact_note: (tenant) => note(tenant),
  delete_label: async (tenant) => ({ label_id: (await label(tenant)).id }),
  export_contacts: async (tenant) => {
    await contact(tenant)
    return { query: 'pena', period: 'today', filter: isFromFair, view_id: (await view(tenant, 'contacts')).id }
  },
  get_contact: async (tenant) => ({ contact_id: await contact(tenant), recent_messages: 3 }),
  get_contact_import: async ({ act, mark }) => {
    const { id } = await act('import_contacts', { csv: `name,email\nCsv ${mark},csv@example.com\n`, dry_run: true })
    return { import_id: id }
  },
  import_contacts: (tenant) => ({ csv: `name,email\nImportada ${tenant.mark},${email(tenant)}\n`, dry_run: false }),
  list_contact_imports: () => ({ limit: 5 }),
  list_contact_notes: async (tenant) => ({ contact_id: (await note(tenant)).contact_id, limit: 5 }),
  list_duplicate_contacts: async (tenant) => {
    await contact(tenant)
    await contact(tenant)
    return { limit: 5 }
  },
  list_labels: async (tenant) => {
    await label(tenant)
    return {}
  },
  merge_contacts: async (tenant) => ({
    contact_id: await contact(tenant),
    duplicate_contact_id: await contact(tenant),
  }),
  reorder_labels: async (tenant) => {
    const { items } = await tenant.act('list_labels', {})
    for (const { id } of items) await tenant.act('delete_label', { label_id: id })
    return reversed(() => label(tenant))
  },
  search_contacts: async (tenant) => {
    const { title, id } = await label(tenant)
    await tenant.act('tag_contact', { contact_id: await contact(tenant), label_id: id })
    const plain = { query: 'pena', labels: [title], attributes: { utm_source: 'feria' }, limit: 5 }
    const view_id = (await view(tenant, 'contacts')).id
    return { ...plain, period: 'month', filter: isFromFair, view_id, sort: 'name', offset: 0 }
  },
  set_contact_avatar: async (tenant) => ({ contact_id: await contact(tenant), avatar: [tenant.upload()] }),
  set_contact_labels: async (tenant) => {
    const { title } = await label(tenant)
    return { contact_id: await contact(tenant), labels: [title] }
  },
  tag_contact: async (tenant) => {
    const { id, title } = await label(tenant)
    return { contact_id: await contact(tenant), label_id: id, label_title: title }
  },
  untag_contact: async (tenant) => {
    const { id, title } = await label(tenant)
    const contact_id = await contact(tenant)
    await tenant.act('tag_contact', { contact_id, label_id: id })
    return { contact_id, label_id: id, label_title: title }
  },
  update_contact: async (tenant) => ({
    contact_id: await contact(tenant),
    name: `Renombrada ${tenant.mark}`,
    email: email(tenant),
    city: '',
    job_title: 'Directora',
    identifier: `cliente ${word(tenant)}`,
    blocked: true,
    custom_attributes: { utm_source: null, plan: 'oro' },
  }),
  update_contact_note: async (tenant) => ({ ...(await note(tenant)), body: `Otra nota ${tenant.mark}` }),
  get_label: async (tenant) => ({ label_id: (await label(tenant)).id }),
  update_label: async (tenant) => ({
    label_id: (await label(tenant)).id,
    title: `otra ${word(tenant)}`,
    description: null,
    color: '#00aa00',
  }),
} satisfies Samples
