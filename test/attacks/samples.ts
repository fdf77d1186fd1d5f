import type { Input, Name, Output } from '#test/workspace.ts'

/** What a sample is made with: hands in a workspace, and words nobody else uses. */
export type Ground = {
  act<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  user_id: string
  /** A word in every text of this workspace; where it shows up in another, something leaked. */
  mark: string
  /** A number that was not given out before. */
  next(): number
}

/**
 * For every operation an input that works, made in the workspace given. It names every id the operation can take, and
 * gives references as ids, so that each can be tried with an id of somebody else; no other text is made of digits only.
 */
export const samples: { [N in Name]: (ground: Ground) => Promise<Input<N>> | Input<N> } = {
  // access
  create_api_key: ({ user_id, mark }) => ({
    name: `Clave ${mark}`,
    role: 'custom',
    scopes: ['contacts:read', 'labels:manage'],
    user_id,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  get_classic_token: () => ({}),
  get_current_actor: () => ({}),
  list_api_keys: () => ({ limit: 5 }),
  list_audit_entries: () => ({ limit: 5 }),
  regenerate_classic_token: () => ({}),
  revoke_api_key: async ({ act, mark }) => {
    const { id } = await act('create_api_key', { name: `Para revocar ${mark}`, role: 'read_only' })
    return { api_key_id: id }
  },

  // contacts
  add_contact_note: async (ground) => ({ contact_id: await contact(ground), body: `Llamar el lunes ${ground.mark}` }),
  create_contact: async (ground) => ({
    name: `Íngrid Peña ${ground.mark}`,
    phone_number: phone(ground),
    email: email(ground),
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Café Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Prefiere WhatsApp.',
    custom_attributes: { utm_source: 'instagram', age: 41, vip: true },
    labels: [(await label(ground)).title],
  }),
  create_label: (ground) => ({ title: `etiqueta ${word(ground)}`, description: 'Para pruebas', color: '#1F93FF' }),
  delete_contact: async (ground) => ({ contact_id: await contact(ground) }),
  delete_contact_note: (ground) => note(ground),
  delete_label: async (ground) => ({ label_id: (await label(ground)).id }),
  export_contacts: async (ground) => {
    await contact(ground)
    return { query: 'pena', period: 'today' }
  },
  get_contact: async (ground) => ({ contact_id: await contact(ground), recent_messages: 3 }),
  get_contact_import: async ({ act, mark }) => {
    const { id } = await act('import_contacts', { csv: `name,email\nCsv ${mark},csv@example.com\n`, dry_run: true })
    return { import_id: id }
  },
  import_contacts: (ground) => ({ csv: `name,email\nImportada ${ground.mark},${email(ground)}\n`, dry_run: false }),
  list_contact_imports: () => ({ limit: 5 }),
  list_contact_notes: async (ground) => ({ contact_id: (await note(ground)).contact_id, limit: 5 }),
  list_duplicate_contacts: async (ground) => {
    await contact(ground)
    await contact(ground)
    return { limit: 5 }
  },
  list_labels: async (ground) => {
    await label(ground)
    return {}
  },
  merge_contacts: async (ground) => ({
    contact_id: await contact(ground),
    duplicate_contact_id: await contact(ground),
  }),
  search_contacts: async (ground) => {
    const { title, id } = await label(ground)
    await ground.act('tag_contact', { contact_id: await contact(ground), label_id: id })
    return { query: 'pena', labels: [title], attributes: { utm_source: 'feria' }, period: 'month', limit: 5 }
  },
  set_contact_labels: async (ground) => {
    const { title } = await label(ground)
    return { contact_id: await contact(ground), labels: [title] }
  },
  tag_contact: async (ground) => {
    const { id, title } = await label(ground)
    return { contact_id: await contact(ground), label_id: id, label_title: title }
  },
  untag_contact: async (ground) => {
    const { id, title } = await label(ground)
    const contact_id = await contact(ground)
    await ground.act('tag_contact', { contact_id, label_id: id })
    return { contact_id, label_id: id, label_title: title }
  },
  update_contact: async (ground) => ({
    contact_id: await contact(ground),
    name: `Renombrada ${ground.mark}`,
    email: email(ground),
    city: '',
    job_title: 'Directora',
    custom_attributes: { utm_source: null, plan: 'oro' },
  }),
  update_label: async (ground) => ({
    label_id: (await label(ground)).id,
    title: `otra ${word(ground)}`,
    description: null,
    color: '#00aa00',
  }),
}

async function contact(ground: Ground): Promise<string> {
  const { id } = await ground.act('create_contact', {
    name: `Peña ${ground.mark}`,
    email: email(ground),
    custom_attributes: { utm_source: 'feria' },
  })
  return id
}

async function note(ground: Ground): Promise<{ contact_id: string; note_id: string }> {
  const contact_id = await contact(ground)
  const { id } = await ground.act('add_contact_note', { contact_id, body: `Nota ${ground.mark}` })
  return { contact_id, note_id: id }
}

function label(ground: Ground): Promise<{ id: string; title: string }> {
  return ground.act('create_label', { title: word(ground) })
}

function word(ground: Ground): string {
  return `${ground.mark}-${ground.next()}`
}

function email(ground: Ground): string {
  return `${word(ground)}@example.com`
}

function phone(ground: Ground): string {
  return `+57300${String(ground.next()).padStart(7, '0')}`
}
