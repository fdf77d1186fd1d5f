import type { Filter } from '#contract/filters.ts'
import type { Action } from '#contract/records/automation.ts'
import type { StoredFile } from '#kernel/uploads.ts'
import type { Input, Name, Output } from '#test/workspace.ts'

/** What a sample is made with: hands in a workspace, and words nobody else uses. */
export type Ground = {
  act<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  user_id: string
  /** A word in every text of this workspace; where it shows up in another, something leaked. */
  mark: string
  /** A number that was not given out before. */
  next(): number
  /** A mail that could not be sent. */
  mail(): Promise<string>
  /** Another agent, who signs in with a second factor. */
  member(): Promise<string>
  /** The token of a file uploaded here: a picture, unless it is said otherwise. */
  upload(of?: Partial<StoredFile>): string
  /** The token of the survey that was sent to the latest visitor. */
  survey(): string
}

/**
 * For every operation an input that works, made in the workspace given. It names every id the operation can take, and
 * gives references as ids, so that each can be tried with an id of somebody else; no other text is made of digits only.
 */
export const samples: { [N in Name]: (ground: Ground) => Promise<Input<N>> | Input<N> } = {
  // access
  begin_two_factor: () => ({}),
  change_password: () => ({ current_password: 'una clave larga', password: 'otra clave larga' }),
  create_api_key: ({ user_id, mark }) => ({
    name: `Clave ${mark}`,
    role: 'custom',
    scopes: ['contacts:read', 'labels:manage'],
    user_id,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  disable_two_factor: () => ({ password: 'una clave larga', code: 'abcd' }),
  enable_two_factor: () => ({ code: 'abcd' }),
  get_account: () => ({}),
  get_api_key: async ({ act, mark }) => ({
    api_key_id: (await act('create_api_key', { name: `Para leer ${mark}`, role: 'read_only' })).id,
  }),
  get_classic_token: () => ({}),
  get_current_actor: () => ({}),
  get_email: async (ground) => ({ email_id: await ground.mail() }),
  get_profile: () => ({}),
  list_api_keys: () => ({ limit: 5 }),
  list_audit_entries: () => ({
    action: 'create_api_key',
    actor: 'administrator',
    from: '2020-01-01',
    to: '2099-01-01',
    limit: 5,
  }),
  list_emails: async (ground) => {
    await ground.mail()
    return { status: 'failed', limit: 5 }
  },
  list_sessions: () => ({}),
  regenerate_classic_token: () => ({}),
  resend_email: async (ground) => ({ email_id: await ground.mail() }),
  revoke_api_key: async ({ act, mark }) => {
    const { id } = await act('create_api_key', { name: `Para revocar ${mark}`, role: 'read_only' })
    return { api_key_id: id }
  },
  revoke_other_sessions: () => ({}),
  revoke_session: () => ({ session_id: '1' }),
  update_profile: ({ mark }) => ({ name: `Yo ${mark}` }),
  update_account: ({ mark }) => ({
    name: `Cuenta ${mark}`,
    time_zone: 'America/Lima',
    locale: 'en',
    country: 'PE',
    default_currency: 'USD',
    modules: ['test_drives', 'real_estate'],
  }),

  // workspace
  add_team_member: async (ground) => ({ team: (await team(ground)).id, agent: ground.user_id }),
  create_canned_response: async (ground) => ({
    short_code: word(ground),
    content: `Abrimos a las ocho. ${ground.mark}`,
    inbox: (await inbox(ground)).id,
  }),
  create_custom_attribute: (ground) => ({
    display_name: `Plan ${ground.mark}`,
    key: `plan_${ground.next()}`,
    model: 'contact_attribute',
    type: 'list',
    description: 'Lo que paga',
    values: ['Oro', 'Plata'],
  }),
  create_inbox: (ground) => ({
    name: `Sitio ${word(ground)}`,
    channel: 'web_widget',
    auto_assign: false,
    ai_agent_enabled: true,
    settings: { color: '#0f766e', greeting_title: '¡Hola!', allowed_domains: ['*.example.com'] },
    business_hours: hours,
    sla: { business_hours_only: true, targets: [target] },
    csat: { enabled: true, message: '¿Cómo le fue?' },
    members: [ground.user_id],
  }),
  create_team: (ground) => ({
    name: `Equipo ${word(ground)}`,
    description: 'Quien vende',
    allow_auto_assign: false,
    members: [ground.user_id],
  }),
  delete_canned_response: async (ground) => ({ short_code: (await canned(ground)).id }),
  delete_custom_attribute: async (ground) => ({ custom_attribute_id: (await attribute(ground)).id }),
  delete_inbox: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  delete_team: async (ground) => ({ team_id: (await team(ground)).id }),
  edit_canned_response: async (ground) => ({
    short_code: (await canned(ground)).short_code,
    new_short_code: word(ground),
    new_content: `Abrimos a las nueve. ${ground.mark}`,
  }),
  get_canned_response: async (ground) => ({ short_code: (await canned(ground)).id }),
  get_custom_attribute: async (ground) => ({ custom_attribute_id: (await attribute(ground)).id }),
  get_inbox: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  get_inbox_identity_secret: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  get_team: async (ground) => ({ team_id: (await team(ground)).id }),
  list_agents: () => ({}),
  list_canned_response_versions: async (ground) => ({ short_code: (await canned(ground)).id, limit: 5 }),
  list_canned_responses: async (ground) => ({ inbox: (await canned(ground)).inbox.id }),
  list_custom_attributes: async (ground) => {
    await attribute(ground)
    return {}
  },
  list_inboxes: async (ground) => {
    await inbox(ground)
    return {}
  },
  list_teams: async (ground) => {
    await team(ground)
    return {}
  },
  remove_team_member: async (ground) => {
    const { id } = await team(ground)
    await ground.act('add_team_member', { team: id, agent: ground.user_id })
    return { team: id, agent: ground.user_id }
  },
  // All there is must be named: what other samples left behind goes first.
  reorder_canned_responses: async (ground) => {
    const { items } = await ground.act('list_canned_responses', {})
    for (const { id } of items) await ground.act('delete_canned_response', { short_code: id })
    return reversed(() => canned(ground))
  },
  reorder_custom_attributes: async (ground) => {
    const { items } = await ground.act('list_custom_attributes', {})
    for (const { id } of items) await ground.act('delete_custom_attribute', { custom_attribute_id: id })
    return reversed(() => attribute(ground))
  },
  reorder_inboxes: async (ground) => {
    const { items } = await ground.act('list_inboxes', {})
    for (const { id } of items) await ground.act('delete_inbox', { inbox_id: id })
    return reversed(() => inbox(ground))
  },
  reorder_teams: async (ground) => {
    const { items } = await ground.act('list_teams', {})
    for (const { id } of items) await ground.act('delete_team', { team_id: id })
    return reversed(() => team(ground))
  },
  set_inbox_members: async (ground) => ({ inbox_id: (await inbox(ground)).id, members: [ground.user_id] }),
  update_agent: (ground) => ({
    agent_id: ground.user_id,
    availability: 'busy',
    auto_offline: false,
    capacity: ground.next(),
  }),
  update_custom_attribute: async (ground) => {
    const { id, key, model, type } = await attribute(ground)
    return {
      custom_attribute_id: id,
      display_name: `Otra ${ground.mark}`,
      description: null,
      values: ['Sur'],
      key,
      model,
      type,
    }
  },
  update_inbox: async (ground) => ({
    inbox_id: (await inbox(ground)).id,
    name: `Renombrado ${ground.mark}`,
    auto_assign: false,
    ai_agent_enabled: true,
    settings: { color: null, locale: 'en' },
    business_hours: hours,
    sla: { business_hours_only: false, targets: [target] },
    csat: { enabled: true, message: null },
  }),
  update_inbox_settings: async (ground) => ({
    inbox: (await inbox(ground)).id,
    name: `Renombrado ${word(ground)}`,
    auto_assign: false,
    ai_agent_enabled: true,
  }),
  update_team: async (ground) => ({
    team_id: (await team(ground)).id,
    name: `Otro ${word(ground)}`,
    description: null,
    allow_auto_assign: false,
  }),

  // people
  deactivate_member: async ({ member, user_id }) => ({ member_id: await member(), reassign_to: user_id }),
  get_notification_preferences: () => ({}),
  invite_member: async (ground) => ({
    email: email(ground),
    name: `Nueva ${ground.mark}`,
    role: 'agent',
    visibility: 'team',
    teams: [(await team(ground)).id],
  }),
  list_invitations: async (ground) => {
    await invitation(ground)
    return { limit: 5 }
  },
  get_member: async ({ member }) => ({ member_id: await member() }),
  list_members: () => ({}),
  reactivate_member: async ({ act, member }) => {
    const member_id = await member()
    await act('deactivate_member', { member_id, leave: true })
    return { member_id }
  },
  resend_invitation: async (ground) => ({ invitation_id: await invitation(ground) }),
  reset_two_factor: async ({ member }) => ({ member_id: await member() }),
  revoke_invitation: async (ground) => ({ invitation_id: await invitation(ground) }),
  update_member: async (ground) => ({
    member_id: await ground.member(),
    role: 'administrator',
    visibility: 'own',
    name: `Otro nombre ${ground.mark}`,
    teams: [(await team(ground)).id],
  }),
  update_notification_preferences: () => ({ mention: false }),

  // contacts
  add_contact_note: async (ground) => ({ contact_id: await contact(ground), body: `Llamar el lunes ${ground.mark}` }),
  count_contacts: async (ground) => {
    await contact(ground)
    return { query: 'pena', filter: isFromFair, view_id: (await view(ground, 'contacts')).id }
  },
  create_contact: async (ground) => ({
    name: `Íngrid Peña ${ground.mark}`,
    phone_number: phone(ground),
    email: email(ground),
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Café Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Prefiere WhatsApp.',
    identifier: `cliente ${word(ground)}`,
    custom_attributes: { utm_source: 'instagram', age: 41, vip: true },
    labels: [(await label(ground)).title],
  }),
  create_label: (ground) => ({ title: `etiqueta ${word(ground)}`, description: 'Para pruebas', color: '#1F93FF' }),
  delete_contact: async (ground) => ({ contact_id: await contact(ground) }),
  delete_contact_note: (ground) => note(ground),
  delete_label: async (ground) => ({ label_id: (await label(ground)).id }),
  export_contacts: async (ground) => {
    await contact(ground)
    return { query: 'pena', period: 'today', filter: isFromFair, view_id: (await view(ground, 'contacts')).id }
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
  reorder_labels: async (ground) => {
    const { items } = await ground.act('list_labels', {})
    for (const { id } of items) await ground.act('delete_label', { label_id: id })
    return reversed(() => label(ground))
  },
  search_contacts: async (ground) => {
    const { title, id } = await label(ground)
    await ground.act('tag_contact', { contact_id: await contact(ground), label_id: id })
    const plain = { query: 'pena', labels: [title], attributes: { utm_source: 'feria' }, limit: 5 }
    const view_id = (await view(ground, 'contacts')).id
    return { ...plain, period: 'month', filter: isFromFair, view_id, sort: 'name', offset: 0 }
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
    identifier: `cliente ${word(ground)}`,
    blocked: true,
    custom_attributes: { utm_source: null, plan: 'oro' },
  }),
  update_contact_note: async (ground) => ({ ...(await note(ground)), body: `Otra nota ${ground.mark}` }),
  get_label: async (ground) => ({ label_id: (await label(ground)).id }),
  update_label: async (ground) => ({
    label_id: (await label(ground)).id,
    title: `otra ${word(ground)}`,
    description: null,
    color: '#00aa00',
  }),

  // conversations
  assign_conversation: async (ground) => ({ conversation_id: (await talk(ground)).id, agent: ground.user_id }),
  count_conversations: (ground) => filtered(ground),
  create_contact_identity: async (ground) => ({
    contact_id: await contact(ground),
    inbox_id: (await channel(ground)).id,
    source_id: word(ground),
  }),
  create_conversation: async (ground) => ({
    contact_id: await contact(ground),
    inbox_id: (await channel(ground)).id,
    source_id: word(ground),
    status: 'pending',
    agent: ground.user_id,
    team: (await team(ground)).id,
    custom_attributes: { pedido: ground.mark, monto: 12 },
    additional_attributes: { referer: 'https://example.com', dentro: { lista: [1, null, 'x'] } },
    message: { content: `Su pedido llegó ${ground.mark}`, content_attributes: { plantilla: 'envío' } },
  }),
  create_known_contact: async (ground) => ({
    name: `Conocida ${ground.mark}`,
    identifier: word(ground),
    inbox_id: (await channel(ground)).id,
    source_id: word(ground),
    custom_attributes: { utm_source: 'feria' },
  }),
  delete_message: async (ground) => ({ message_id: (await heard(ground)).message.id }),
  get_contacts: async (ground) => ({ contact_ids: [(await talk(ground)).contact.id] }),
  get_conversation_detail: async (ground) => ({ conversation_id: (await talk(ground)).id, message_limit: 5 }),
  get_conversation_messages: async (ground) => ({ conversation_id: (await talk(ground)).id, limit: 5 }),
  get_messages: async (ground) => ({ message_ids: [(await heard(ground)).message.id] }),
  list_conversations: async (ground) => ({ ...(await filtered(ground)), sort: '-priority', offset: 0, limit: 5 }),
  get_csat_summary: async (ground) => lately(ground),
  list_csat_responses: async (ground) => ({ ...(await lately(ground)), rating: 5, answered_only: true, limit: 5 }),
  list_sla_breaches: async (ground) => ({ ...(await lately(ground)), kind: 'first_response', limit: 5 }),
  list_waiting_conversations: async (ground) => {
    const { inbox_id, assignee, team } = await filtered(ground)
    return { inbox_id, assignee, team, limit: 5 }
  },
  list_participants: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  mark_conversation_pending: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  mark_conversation_read: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  mark_conversation_unread: async (ground) => {
    const { id } = await talk(ground)
    await ground.act('mark_conversation_read', { conversation_id: id })
    return { conversation_id: id }
  },
  receive_message: async (ground) => {
    const { inbox, source_id, id } = await talk(ground)
    return {
      inbox_id: inbox.id,
      conversation_id: id,
      source_id,
      external_id: word(ground),
      content: `¿Sigue ahí? ${ground.mark}`,
      attachments: [ground.upload()],
      contact: { name: `Inés ${ground.mark}`, phone_number: phone(ground), custom_attributes: { vip: true } },
      additional_attributes: { navegador: 'x' },
    }
  },
  reopen_conversation: async (ground) => {
    const { id } = await talk(ground)
    await ground.act('resolve_conversation', { conversation_id: id })
    return { conversation_id: id }
  },
  resolve_conversation: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  search_messages: async (ground) => {
    const { inbox, contact } = await talk(ground)
    return { query: 'camión', inbox: inbox.id, contact_id: contact.id, limit: 5 }
  },
  send_message: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    content: `Sí, con gusto ${ground.mark}`,
    content_attributes: { plantilla: { nombre: 'saludo' } },
    attachments: [ground.upload()],
    private: true,
    external_id: word(ground),
  }),
  set_conversation_labels: async (ground) => {
    const { title } = await label(ground)
    return { conversation_id: (await talk(ground)).id, labels: [title] }
  },
  set_conversation_priority: async (ground) => ({ conversation_id: (await talk(ground)).id, priority: 'urgent' }),
  set_conversation_team: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    team: (await team(ground)).id,
  }),
  set_participants: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    participants: [ground.user_id],
  }),
  set_typing: async (ground) => ({ conversation_id: (await talk(ground)).id, typing: true, private: false }),
  set_viewing: async (ground) => ({ conversation_id: (await talk(ground)).id, viewing: true }),
  snooze_conversation: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    until: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  tag_conversation: async (ground) => {
    const { id, title } = await label(ground)
    return { conversation_id: (await talk(ground)).id, label_id: id, label_title: title }
  },
  unassign_conversation: async (ground) => {
    const { id } = await talk(ground)
    await ground.act('assign_conversation', { conversation_id: id, agent: ground.user_id })
    return { conversation_id: id }
  },
  untag_conversation: async (ground) => {
    const { id, title } = await label(ground)
    const conversation_id = (await talk(ground)).id
    await ground.act('tag_conversation', { conversation_id, label_id: id })
    return { conversation_id, label_id: id, label_title: title }
  },
  update_conversation: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    custom_attributes: { pedido: ground.mark, viejo: null },
    replace: false,
  }),
  update_message: async (ground) => {
    const { id } = await talk(ground)
    const sent = await ground.act('send_message', { conversation_id: id, content: ground.mark })
    return { message_id: sent.id, status: 'failed', error: 'El número no existe' }
  },
  upload_attachments: (ground) => ({ attachments: [ground.upload()] }),

  // views
  create_saved_view: (ground) => ({
    name: `Vista ${ground.mark}`,
    resource: 'conversations',
    visibility: 'shared',
    filter: isOpen,
    sort: '-priority',
  }),
  delete_saved_view: async (ground) => ({ saved_view_id: (await view(ground)).id }),
  get_saved_view: async (ground) => ({ saved_view_id: (await view(ground)).id }),
  list_saved_views: async (ground) => {
    await view(ground)
    return { resource: 'conversations' }
  },
  reorder_saved_views: async (ground) => {
    const { items } = await ground.act('list_saved_views', { resource: 'conversations' })
    for (const { id } of items) await ground.act('delete_saved_view', { saved_view_id: id })
    return { resource: 'conversations', visibility: 'shared', ...(await reversed(() => view(ground))) }
  },
  update_saved_view: async (ground) => ({
    saved_view_id: (await view(ground)).id,
    name: `Otra vista ${ground.mark}`,
    visibility: 'private',
    filter: isOpen,
    sort: '-priority',
  }),

  // automations
  create_automation_rule: async (ground) => ({
    name: `Regla ${ground.mark}`,
    description: `Para probar ${ground.mark}`,
    active: false,
    event: 'conversation.waiting',
    minutes: 30,
    conditions: isOpen,
    actions: await doings(ground),
  }),
  create_macro: async (ground) => ({
    name: `Macro ${ground.mark}`,
    visibility: 'shared',
    actions: await doings(ground),
  }),
  delete_automation_rule: async (ground) => ({ rule_id: (await rule(ground)).id }),
  delete_macro: async (ground) => ({ macro_id: (await macro(ground)).id }),
  get_automation_rule: async (ground) => ({ rule_id: (await rule(ground)).id }),
  get_macro: async (ground) => ({ macro_id: (await macro(ground)).id }),
  list_automation_rules: async (ground) => {
    await rule(ground)
    return {}
  },
  list_automation_runs: async (ground) => ({
    rule_id: (await rule(ground)).id,
    macro_id: (await macro(ground)).id,
    subject_type: 'conversation',
    subject_id: (await talk(ground)).id,
    status: 'done',
    limit: 5,
  }),
  list_macros: async (ground) => {
    await macro(ground)
    return {}
  },
  reorder_automation_rules: async (ground) => {
    const { items } = await ground.act('list_automation_rules', {})
    for (const { id } of items) await ground.act('delete_automation_rule', { rule_id: id })
    return reversed(() => rule(ground))
  },
  reorder_macros: async (ground) => {
    const { items } = await ground.act('list_macros', {})
    for (const { id } of items) await ground.act('delete_macro', { macro_id: id })
    return { visibility: 'shared', ...(await reversed(() => macro(ground))) }
  },
  run_macro: async (ground) => ({
    macro_id: (await macro(ground)).id,
    conversation_ids: [(await talk(ground)).id, (await talk(ground)).id],
  }),
  test_automation_rule: async (ground) => ({
    rule_id: (await rule(ground)).id,
    event: 'conversation.label_added',
    minutes: null,
    conditions: isOpen,
    actions: await doings(ground),
    subject_id: (await talk(ground)).id,
    label: ground.mark,
  }),
  update_automation_rule: async (ground) => ({
    rule_id: (await rule(ground)).id,
    name: `Otra regla ${ground.mark}`,
    actions: await doings(ground),
  }),
  update_macro: async (ground) => ({
    macro_id: (await macro(ground)).id,
    name: `Otra macro ${ground.mark}`,
    visibility: 'private',
    actions: await doings(ground),
  }),

  // knowledge
  add_knowledge_document: async (ground) => ({
    name: `Guía ${ground.mark}`,
    collection: await collection(ground),
    text: `Los envíos a Cali tardan tres días. ${ground.mark}`,
  }),
  create_knowledge_collection: (ground) => ({ name: `Manual ${word(ground)}`, description: `Textos ${ground.mark}` }),
  delete_knowledge_collection: async (ground) => ({ collection_id: await collection(ground) }),
  delete_knowledge_document: async (ground) => ({ document_id: await knowledge(ground) }),
  get_knowledge_collection: async (ground) => ({ collection_id: await collection(ground) }),
  get_knowledge_document: async (ground) => ({ document_id: await knowledge(ground) }),
  list_knowledge_collections: () => ({}),
  list_knowledge_documents: async (ground) => ({
    collection: (await ground.act('get_knowledge_document', { document_id: await knowledge(ground) })).collection.id,
    status: 'ready',
    limit: 5,
  }),
  reindex_knowledge_document: async (ground) => ({ document_id: await knowledge(ground) }),
  search_knowledge: async (ground) => {
    const { collection } = await ground.act('get_knowledge_document', { document_id: await knowledge(ground) })
    return { query: `garantía ${ground.mark}`, top_k: 5, collection: collection.id }
  },
  update_knowledge_collection: async (ground) => ({
    collection_id: await collection(ground),
    name: `Manual ${word(ground)}`,
    description: `Otros textos ${ground.mark}`,
  }),
  update_knowledge_document: async (ground) => ({
    document_id: await knowledge(ground),
    title: `Otra guía ${ground.mark}`,
    collection: await collection(ground),
    text: `Los envíos tardan dos días. ${ground.mark}`,
  }),
  upload_knowledge_documents: async (ground) => ({
    files: [ground.upload({ ...page, file_key: `1/${'0'.repeat(32)}` })],
    collection: await collection(ground),
  }),

  // assistant
  get_ai_config: async (ground) => ({ inbox: (await inbox(ground)).id }),
  get_ai_prompt: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  set_ai_prompt: async (ground) => ({ inbox_id: (await inbox(ground)).id, prompt: `Habla de usted ${ground.mark}` }),
  suggest_reply: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  summarise_conversation: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  test_ai_agent: async (ground) => ({
    inbox_id: (await inbox(ground)).id,
    message: `¿Qué garantía dan? ${ground.mark}`,
    history: [{ role: 'agent', content: `Hola ${ground.mark}` }],
  }),
  update_ai_config: async (ground) => ({
    inbox: (await inbox(ground)).id,
    config: {
      temperature: 0.7,
      rag: { collections: [await collection(ground)] },
      bypass_labels: [(await label(ground)).id],
      handover: { team: (await team(ground)).id, message: `Ya viene alguien ${ground.mark}` },
    },
  }),

  // webhooks
  create_webhook: async (ground) => ({
    ...(await endpoint(ground)),
    kind: 'classic',
    events: ['message_created', 'contact_updated'],
    inbox_id: (await channel(ground)).id,
  }),
  list_webhook_events: () => ({ type: 'contact.created' }),
  list_webhooks: async (ground) => {
    await webhook(ground)
    return { kind: 'standard', limit: 5 }
  },
  get_webhook: async (ground) => ({ webhook_id: await webhook(ground) }),
  update_webhook: async (ground) => ({
    ...(await endpoint(ground)),
    webhook_id: await webhook(ground),
    events: ['opportunity.won'],
  }),
  delete_webhook: async (ground) => ({ webhook_id: await webhook(ground) }),
  test_webhook: async (ground) => ({ webhook_id: await webhook(ground) }),
  rotate_webhook_secret: async (ground) => ({ webhook_id: await webhook(ground), overlap_hours: 2 }),
  list_webhook_deliveries: async (ground) => {
    const { webhook_id } = await told(ground)
    return { webhook_id, status: 'failed', event: 'webhook.test', limit: 5 }
  },
  get_webhook_delivery: (ground) => told(ground),
  redeliver_webhook: (ground) => told(ground),
  replay_webhook: async (ground) => ({
    webhook_id: await webhook(ground),
    since: '2020-01-01T00:00:00Z',
    until: '2020-01-02T00:00:00Z',
    status: 'all',
  }),

  // campaigns
  count_audience: async (ground) => {
    const { inbox, audience } = await campaign(ground)
    return { inbox, audience }
  },
  create_campaign: async (ground) => ({ ...(await campaign(ground)), scheduled_at: '2099-01-31T14:00:00Z' }),
  delete_campaign: async (ground) => ({ campaign_id: await campaignId(ground) }),
  get_campaign: async (ground) => ({ campaign_id: await campaignId(ground) }),
  list_campaign_recipients: async (ground) => ({ campaign_id: await campaignId(ground), status: 'queued', limit: 5 }),
  list_campaigns: async (ground) => {
    await campaignId(ground)
    return { status: 'scheduled', limit: 5 }
  },
  start_campaign: async (ground) => ({ campaign_id: await campaignId(ground) }),
  stop_campaign: async (ground) => ({ campaign_id: await campaignId(ground) }),
  update_campaign: async (ground) => ({
    ...(await campaign(ground)),
    campaign_id: await campaignId(ground),
    name: `Otra campaña ${ground.mark}`,
    scheduled_at: null,
    per_minute: 90,
  }),

  // crm
  create_lost_reason: (ground) => ({ name: `Motivo ${word(ground)}` }),
  create_pipeline: (ground) => ({
    name: `Tablero ${word(ground)}`,
    kind: 'mixed',
    description: 'Para pruebas',
    default_currency: 'USD',
    is_default: true,
  }),
  crm_add_note: async (ground) => ({
    entity_type: 'lead',
    entity_id: (await lead(ground)).id,
    body: `Pidió planos ${ground.mark}`,
  }),
  crm_complete_activity: async (ground) => ({ activity_id: (await task(ground)).id }),
  crm_convert_lead: async (ground) => ({
    lead_id: (await ground.act('crm_create_lead', { name: `Lead ${ground.mark}` })).id,
    ...(await placeFor(ground, 'opportunities')),
    name: `Negocio ${ground.mark}`,
    amount: 450_000_000,
    currency: 'COP',
    expected_close_date: '2030-06-30',
    owner: ground.user_id,
    owner_id: ground.user_id,
    confirmed_contact_id: await contact(ground),
  }),
  crm_create_lead: async (ground) => ({
    ...(await placeFor(ground, 'leads')),
    name: `Lead ${ground.mark}`,
    company_name: 'Café Ñandú',
    email: email(ground),
    phone: phone(ground),
    source: 'referido',
    utm_source: 'referral',
    utm_medium: 'referral',
    utm_campaign: 'feria',
    attribution_detail: 'Carolina Ríos',
    estimated_value: 450_000_000,
    currency: 'COP',
    owner: ground.user_id,
    owner_id: ground.user_id,
    contact_id: await contact(ground),
    custom_attributes: { presupuesto: 450, vip: true },
  }),
  crm_create_opportunity: async (ground) => ({
    ...(await placeFor(ground, 'opportunities')),
    name: `Negocio ${ground.mark}`,
    description: 'Dos alcobas',
    amount: 450_000_000,
    currency: 'COP',
    expected_close_date: '2030-06-30',
    owner: ground.user_id,
    owner_id: ground.user_id,
    contact_id: await contact(ground),
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'feria',
    attribution_detail: 'Aviso',
    custom_attributes: { torre: 2 },
  }),
  crm_get_lead: async (ground) => ({ lead_id: (await lead(ground)).id, activity_limit: 5 }),
  crm_get_opportunity: async (ground) => ({ opportunity_id: (await deal(ground)).id, activity_limit: 5 }),
  crm_list_activities: async (ground) => {
    const { entity_id } = await task(ground)
    const { contact } = await ground.act('crm_get_lead', { lead_id: entity_id })
    return {
      entity_type: 'lead',
      entity_id,
      contact_id: contact!.id,
      type: 'task',
      owner: ground.user_id,
      pending_only: true,
      due_from: '2026-01-01',
      due_to: '2099-12-31',
      limit: 5,
    }
  },
  crm_list_leads: async (ground) => {
    const { pipeline, stage, contact, owner } = await lead(ground)
    const of = { pipeline: pipeline.name, pipeline_id: pipeline.id, stage: stage.name, stage_id: stage.id }
    const owned = { owner: owner!.id, owner_id: owner!.id, contact_id: contact!.id }
    const filter: Filter = { any: [{ all: [{ field: 'stage_type', operator: 'equal_to', values: ['open'] }] }] }
    return {
      ...of,
      ...owned,
      status: 'new',
      source: 'what',
      created_from: '2026-01-01',
      filter,
      view_id: (await view(ground, 'leads')).id,
      sort: 'position',
      limit: 5,
    }
  },
  crm_list_opportunities: async (ground) => {
    const { pipeline, stage, contact, owner } = await deal(ground)
    const of = { pipeline: pipeline.name, pipeline_id: pipeline.id, stage: stage.name, stage_id: stage.id }
    const owned = { owner: owner!.id, owner_id: owner!.id, contact_id: contact!.id }
    const filter: Filter = { any: [{ all: [{ field: 'amount', operator: 'is_greater_than', values: [1] }] }] }
    const when = { expected_close_from: '2026-01-01', expected_close_to: '2099-12-31', created_to: '2099-12-31' }
    return {
      ...of,
      ...owned,
      ...when,
      status: 'open',
      amount_min: 1,
      amount_max: 1e12,
      filter,
      view_id: (await view(ground, 'opportunities')).id,
      sort: 'newest',
      limit: 5,
    }
  },
  crm_list_pipelines: () => ({ kind: 'leads' }),
  crm_mark_lead_lost: async (ground) => ({ lead_id: (await lead(ground)).id, reason: `Muy caro ${ground.mark}` }),
  crm_mark_opportunity_outcome: async (ground) => ({
    opportunity_id: (await deal(ground)).id,
    outcome: 'lost',
    lost_reason: 'Otro',
  }),
  crm_move_lead_stage: async (ground) => {
    const [{ id }, above, below] = [await lead(ground), await lead(ground), await lead(ground)]
    const stage = (await placeFor(ground, 'leads')).stage
    for (const each of [above, below]) await ground.act('crm_move_lead_stage', { lead_id: each.id, stage })
    return { lead_id: id, stage, before_id: above.id, after_id: below.id }
  },
  crm_move_opportunity_stage: async (ground) => {
    const [{ id }, above, below] = [await deal(ground), await deal(ground), await deal(ground)]
    const stage = (await placeFor(ground, 'opportunities')).stage
    for (const each of [above, below])
      await ground.act('crm_move_opportunity_stage', { opportunity_id: each.id, stage })
    return { opportunity_id: id, stage, lost_reason: 'Otro', before_id: above.id, after_id: below.id }
  },
  crm_reopen_lead: async (ground) => {
    const { id: lead_id } = await lead(ground)
    await ground.act('crm_mark_lead_lost', { lead_id })
    return { lead_id }
  },
  crm_schedule_activity: async (ground) => ({
    entity_type: 'lead',
    entity_id: (await lead(ground)).id,
    type: 'call',
    due_at: '2030-01-31T14:00:00Z',
    body: `Llamar ${ground.mark}`,
    assigned_to: ground.user_id,
  }),
  crm_update_lead: async (ground) => ({
    lead_id: (await lead(ground)).id,
    name: `Otro lead ${ground.mark}`,
    company_name: '',
    utm_campaign: 'otra',
    estimated_value: 12.5,
    owner: ground.user_id,
    owner_id: ground.user_id,
    contact_id: await contact(ground),
    status: 'qualified',
    custom_attributes: { presupuesto: null, plan: 'oro' },
  }),
  crm_update_opportunity: async (ground) => ({
    opportunity_id: (await deal(ground)).id,
    name: `Otro negocio ${ground.mark}`,
    description: '',
    amount: 12.5,
    expected_close_date: '2031-01-31',
    status: 'lost',
    lost_reason: 'Otro',
    owner: ground.user_id,
    owner_id: ground.user_id,
    contact_id: await contact(ground),
    utm_medium: 'social',
    custom_attributes: { plan: 'oro' },
  }),
  delete_from_bin: async (ground) => {
    const { id: lead_id } = await lead(ground)
    await ground.act('delete_lead', { lead_id })
    return { entity_type: 'lead', entity_id: lead_id }
  },
  delete_lead: async (ground) => ({ lead_id: (await lead(ground)).id }),
  delete_opportunity: async (ground) => ({ opportunity_id: (await deal(ground)).id }),
  delete_lost_reason: async (ground) => ({ lost_reason_id: (await reason(ground)).id }),
  delete_pipeline: async (ground) => ({ pipeline_id: (await board(ground)).id }),
  delete_stage: async (ground) => ({ stage_id: (await board(ground)).stages[1]!.id }),
  get_board_totals: async (ground) => ({
    pipeline_id: (await lead(ground)).pipeline.id,
    resource: 'leads',
    view_id: (await view(ground, 'leads')).id,
  }),
  get_pipeline: async (ground) => ({ pipeline_id: (await board(ground)).id }),
  list_crm_lost_reasons: async (ground) => {
    await reason(ground)
    return {}
  },
  list_bin: async (ground) => {
    await ground.act('delete_lead', { lead_id: (await lead(ground)).id })
    return { entity_type: 'lead', limit: 5 }
  },
  merge_leads: async (ground) => ({ lead_id: (await lead(ground)).id, other_lead_id: (await lead(ground)).id }),
  merge_opportunities: async (ground) => ({
    opportunity_id: (await deal(ground)).id,
    other_opportunity_id: (await deal(ground)).id,
  }),
  restore_lead: async (ground) => {
    const { id: lead_id } = await lead(ground)
    await ground.act('delete_lead', { lead_id })
    return { lead_id }
  },
  restore_opportunity: async (ground) => {
    const { id: opportunity_id } = await deal(ground)
    await ground.act('delete_opportunity', { opportunity_id })
    return { opportunity_id }
  },
  update_activity: async (ground) => ({
    activity_id: (await task(ground)).id,
    body: `Otra tarea ${ground.mark}`,
    due_at: '2031-01-31',
    assigned_to: ground.user_id,
  }),
  update_leads: async (ground) => ({
    lead_ids: [(await lead(ground)).id, (await lead(ground)).id],
    owner: ground.user_id,
    owner_id: ground.user_id,
    ...(await placeFor(ground, 'leads')),
    custom_attributes: { presupuesto: null, plan: `oro ${ground.mark}` },
  }),
  update_opportunities: async (ground) => ({
    opportunity_ids: [(await deal(ground)).id, (await deal(ground)).id],
    owner: ground.user_id,
    owner_id: ground.user_id,
    ...(await placeFor(ground, 'opportunities')),
    expected_close_date: '2031-01-31',
    custom_attributes: { plan: `oro ${ground.mark}` },
  }),
  update_lost_reason: async (ground) => ({ lost_reason_id: (await reason(ground)).id, name: `Otro ${word(ground)}` }),
  update_pipeline: async (ground) => ({
    pipeline_id: (await board(ground)).id,
    name: `Renombrado ${word(ground)}`,
    description: null,
    default_currency: 'USD',
    is_default: false,
  }),
  update_pipeline_stages: async (ground) => {
    const { id, stages } = await board(ground)
    const open = stages.filter(({ type }) => type === 'open').map((stage) => stage.id)
    return { pipeline: id, ordered_stages: [...open.toReversed(), `Visita ${ground.mark}`] }
  },
  update_stage: async (ground) => ({
    stage_id: (await board(ground)).stages[0]!.id,
    name: `Etapa ${ground.mark}`,
    probability: 15,
    color: '#0f766e',
    rotting_days: 7,
    required_fields: ['phone', 'custom_attributes.plan'],
  }),

  // capture and calendar
  create_lead_form: async (ground) => ({
    ...(await placeFor(ground, 'leads')),
    name: `Formulario ${word(ground)}`,
    owner: ground.user_id,
    allowed_domains: ['*.example.com'],
    fields: [
      { key: 'name', required: true },
      { key: 'email', label: `Tu correo ${ground.mark}` },
      { key: 'zona', label: 'Zona', type: 'choice', required: false, choices: ['Norte', 'Sur'] },
    ],
    thanks_message: `Gracias ${ground.mark}`,
    redirect_url: 'https://example.com/gracias',
    active: true,
  }),
  delete_lead_form: async (ground) => ({ lead_form_id: await leadForm(ground) }),
  get_calendar_feed: () => ({}),
  get_contact_timeline: async (ground) => {
    const { contact } = await lead(ground)
    return { contact_id: contact!.id, kinds: ['lead', 'activity', 'contact'], limit: 5 }
  },
  get_lead_form: async (ground) => ({ lead_form_id: await leadForm(ground) }),
  list_agenda: async (ground) => {
    await task(ground)
    return {}
  },
  list_lead_forms: async (ground) => {
    await leadForm(ground)
    return { limit: 5 }
  },
  reset_calendar_feed: () => ({}),
  submit_lead_form: async (ground) => ({
    lead_form_id: await leadForm(ground),
    answers: { name: `Inés ${ground.mark}`, email: email(ground), message: `¿Precio? ${ground.mark}` },
    utm_source: 'instagram',
    utm_medium: 'social',
    utm_campaign: ground.mark,
    gclid: 'abc',
    fbclid: 'def',
    ctwa_clid: 'ghi',
    ad_name: 'Torre',
    referer: 'https://example.com/',
    landing_page: 'https://example.com/torre',
  }),
  update_lead_form: async (ground) => ({
    lead_form_id: await leadForm(ground),
    name: `Otro formulario ${word(ground)}`,
    ...(await placeFor(ground, 'leads')),
    owner: ground.user_id,
    allowed_domains: [],
    fields: [{ key: 'phone', required: true }],
    thanks_message: null,
    redirect_url: null,
    active: false,
  }),

  // properties
  add_lead_item: async (ground) => ({
    lead_id: (await lead(ground)).id,
    property_id: await property(ground),
    quantity: 2,
    price: 450_000_000,
    currency: 'COP',
  }),
  add_opportunity_item: async (ground) => ({
    opportunity_id: (await deal(ground)).id,
    property_id: await property(ground),
    quantity: 1.5,
    price: 380_000_000,
    currency: 'USD',
  }),
  add_property_images: async (ground) => ({
    property_id: await property(ground),
    images: [ground.upload()],
    urls: ['https://example.com/fachada.jpg'],
  }),
  create_property: async (ground) => {
    await switchedOn(ground)
    return {
      code: word(ground),
      name: `Casa ${ground.mark}`,
      project_name: 'Cipres Tower',
      description: 'Tres alcobas',
      city: 'Bogotá',
      sector: 'Chapinero',
      address: 'Calle 60 # 3-20',
      operation: 'venta',
      property_type: 'Casa',
      availability: 'Disponible',
      list_price: 450_000_000,
      currency: 'COP',
      bedrooms: 3,
      bathrooms: 2,
      area_m2: 96.5,
      parking_spaces: 1,
      stratum: 4,
      active: true,
      published: true,
      listing_url: 'https://example.com/casa',
      custom_attributes: { vista: ground.mark, piso: 4 },
    }
  },
  delete_property: async (ground) => ({ property_id: await property(ground) }),
  get_crm_property_detail: async (ground) => ({ property_id: await property(ground) }),
  import_properties: async (ground) => {
    await switchedOn(ground)
    return { csv: `code,name,operation\n${word(ground)},Casa ${ground.mark},venta\n`, dry_run: false }
  },
  list_crm_properties: async (ground) => {
    await property(ground)
    return {
      name_search: 'cipres',
      city: 'bogota',
      sector: 'chapi',
      operation: 'compra',
      property_type: 'CASA',
      availability: 'dispo',
      min_price: 1,
      max_price: 900_000_000,
      min_bedrooms: 1,
      max_bedrooms: 5,
      only_active: true,
      only_published: false,
      limit: 5,
    }
  },
  list_lead_items: async (ground) => ({ lead_id: (await leadItem(ground)).lead_id }),
  list_opportunity_items: async (ground) => ({ opportunity_id: (await dealItem(ground)).opportunity_id }),
  remove_lead_item: (ground) => leadItem(ground),
  remove_opportunity_item: (ground) => dealItem(ground),
  remove_property_image: async (ground) => {
    const property_id = await property(ground)
    const urls = ['https://example.com/1.jpg']
    const { items } = await ground.act('add_property_images', { property_id, urls })
    return { property_id, image_id: items[0]!.id }
  },
  reorder_property_images: async (ground) => {
    const property_id = await property(ground)
    const urls = ['https://example.com/1.jpg', 'https://example.com/2.jpg']
    const { items } = await ground.act('add_property_images', { property_id, urls })
    return { property_id, image_ids: items.map(({ id }) => id).toReversed() }
  },
  update_lead_item: async (ground) => ({
    ...(await leadItem(ground)),
    name: `Otro ${ground.mark}`,
    quantity: 3,
    price: null,
    currency: 'USD',
  }),
  update_opportunity_item: async (ground) => ({
    ...(await dealItem(ground)),
    name: `Otro ${ground.mark}`,
    quantity: 3,
    price: 10,
    currency: 'USD',
  }),
  update_properties: async (ground) => ({
    property_ids: [await property(ground)],
    availability: 'Vendido',
    list_price: null,
    sector: '',
    operation: 'alquiler',
    active: false,
    custom_attributes: { vista: null, entrega: ground.mark },
  }),
  update_property: async (ground) => ({
    property_id: await property(ground),
    code: word(ground),
    name: `Renombrada ${ground.mark}`,
    city: null,
    bedrooms: 4,
    operation: 'venta_arriendo',
    published: true,
    custom_attributes: { vista: null, piso: 9 },
  }),

  // test drives
  book_test_drive: async (ground) => ({
    slot_id: (await slot(ground)).id,
    contact_id: await contact(ground),
    agent: ground.user_id,
    notes: `Trae licencia ${ground.mark}`,
    remind_minutes: 60,
  }),
  cancel_test_drive: async (ground) => ({ test_drive_id: (await drive(ground)).id, reason: 'Llovió' }),
  create_test_drive_slots: async (ground) => ({ vehicle_id: (await vehicle(ground)).id, slots: [anHour()] }),
  create_test_drive_vehicle: async (ground) => {
    await switchedOn(ground)
    return {
      code: word(ground),
      name: `Camioneta ${ground.mark}`,
      description: 'Diésel',
      location: 'Sede norte',
      active: true,
    }
  },
  delete_test_drive_slot: async (ground) => ({ slot_id: (await slot(ground)).id }),
  delete_test_drive_vehicle: async (ground) => ({ vehicle_id: (await vehicle(ground)).id }),
  get_test_drive: async (ground) => ({ test_drive_id: (await drive(ground)).id }),
  get_test_drive_vehicle: async (ground) => ({ vehicle_id: (await vehicle(ground)).id }),
  list_test_drive_slots: async (ground) => ({
    vehicle_id: (await slot(ground)).vehicle.id,
    from: '2026-01-01',
    to: '2099-12-31',
    available_only: true,
    limit: 5,
  }),
  list_test_drive_vehicles: async (ground) => {
    await vehicle(ground)
    return { query: 'camioneta', only_active: false, limit: 5 }
  },
  list_test_drives: async (ground) => {
    const { vehicle, contact } = await drive(ground)
    const ids = { vehicle_id: vehicle.id, contact_id: contact.id, agent: ground.user_id }
    return { ...ids, status: 'booked', from: '2026-01-01', to: '2099-12-31', limit: 5 }
  },
  update_test_drive_vehicle: async (ground) => ({
    vehicle_id: (await vehicle(ground)).id,
    code: word(ground),
    name: `Renombrada ${ground.mark}`,
    description: null,
    location: '',
    active: false,
  }),

  // reports
  analyze_lead_response_times: async (ground) => {
    const { pipeline, owner, source } = await lead(ground)
    return {
      period: 'last_30_days',
      custom_days_back: 45,
      date_from: '2020-01-01',
      date_to: '2099-12-31',
      pipeline_name: pipeline.id,
      owner_name: owner!.id,
      source: source!,
      limit: 5,
    }
  },
  export_report: async (ground) => ({
    ...(await windowed(ground)),
    report: 'agents',
    table: 'conversations',
    agent: ground.user_id,
  }),
  get_agent_response_times: async (ground) => windowed(ground),
  get_agents_report: async (ground) => ({ ...(await windowed(ground)), agent: ground.user_id }),
  get_conversations_report: async (ground) => windowed(ground),
  get_crm_agent_performance: async (ground) => ({
    pipeline_name: (await deal(ground)).pipeline.id,
    period: 'this_year',
    limit: 5,
  }),
  get_crm_conversion_report: async (ground) => ({
    pipeline_name: (await deal(ground)).pipeline.id,
    custom_days_back: 45,
    compare_with_previous: true,
  }),
  get_crm_funnel: async (ground) => ({
    pipeline_name: (await deal(ground)).pipeline.id,
    date_from: '2020-01-01',
    date_to: '2099-01-01',
  }),
  get_crm_lost_reasons_breakdown: async (ground) => ({
    pipeline_name: (await deal(ground)).pipeline.id,
    period: 'all',
  }),
  get_crm_report: async (ground) => ({ from: '2020-01-01', to: '2029-01-01', inbox_id: (await inbox(ground)).id }),
  get_overview_report: async (ground) => windowed(ground),
  get_sla_breaches_report: async (ground) => windowed(ground),

  // visitors
  answer_survey: (ground) => ({ token: ground.survey(), rating: 4, comment: `Muy bien ${ground.mark}` }),
  get_chat: () => ({}),
  identify_visitor: (ground) => ({ identifier: word(ground), name: `Visita ${ground.mark}`, email: email(ground) }),
  list_chat_messages: () => ({ limit: 5 }),
  mark_chat_seen: () => ({}),
  post_chat_message: (ground) => ({
    client_id: word(ground),
    content: `Hola ${ground.mark}`,
    attachments: [ground.upload()],
    page_url: 'https://tienda.example.com/p/1',
    locale: 'es-CO',
  }),
  resolve_chat: () => ({}),
  set_chat_typing: () => ({ typing: true }),
  start_chat: () => ({}),
  update_chat_contact: (ground) => ({
    name: `Visita ${ground.mark}`,
    email: email(ground),
    phone_number: phone(ground),
  }),
}

const isFromFair: Filter = {
  any: [{ all: [{ field: 'custom_attributes.utm_source', operator: 'equal_to', values: ['feria'] }] }],
}

const isOpen: Filter = { any: [{ all: [{ field: 'status', operator: 'equal_to', values: ['open'] }] }] }

const hours: NonNullable<Input<'create_inbox'>['business_hours']> = {
  time_zone: 'America/Bogota',
  intervals: [{ day: 1, from: '08:00', to: '17:00' }],
  holidays: [{ date: '2026-12-25', name: 'Navidad' }],
  out_of_office_message: 'Volvemos el lunes',
}

/** Nothing falls due while it is watched that nothing changes. */
export const nothingDue = { business_hours_only: true, targets: [] }

const target = { priority: null, first_response_minutes: 30, next_response_minutes: 60, resolution_minutes: null }

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

function inbox(ground: Ground): Promise<{ id: string }> {
  return ground.act('create_inbox', {
    name: word(ground),
    channel: 'web_widget',
    settings: { color: '#0f766e', locale: 'es' },
    sla: nothingDue,
  })
}

async function invitation(ground: Ground): Promise<string> {
  const { id } = await ground.act('invite_member', { email: email(ground), role: 'agent' })
  return id
}

function team(ground: Ground): Promise<{ id: string }> {
  return ground.act('create_team', { name: word(ground), description: 'Para pruebas' })
}

function attribute(ground: Ground) {
  return ground.act('create_custom_attribute', {
    display_name: ground.mark,
    key: `zona_${ground.next()}`,
    model: 'conversation_attribute',
    type: 'list',
    values: ['Norte'],
  })
}

/** A view everybody shares, which leaves nothing out. */
function view(
  ground: Ground,
  resource: Input<'create_saved_view'>['resource'] = 'conversations',
): Promise<{ id: string }> {
  const filter: Filter = { any: [{ all: [{ field: 'created_at', operator: 'is_present', values: [] }] }] }
  return ground.act('create_saved_view', { name: `Todo ${ground.mark}`, resource, visibility: 'shared', filter })
}

/** Two of a kind, the newer one first. */
async function reversed(make: () => Promise<{ id: string }>): Promise<{ ids: string[] }> {
  const [older, newer] = [await make(), await make()]
  return { ids: [newer.id, older.id] }
}

async function canned(ground: Ground): Promise<{ id: string; short_code: string; inbox: { id: string } }> {
  const { id } = await inbox(ground)
  return ground.act('create_canned_response', { short_code: word(ground), content: ground.mark, inbox: id })
}

/** An inbox into which a program brings what customers write. */
function channel(ground: Ground): Promise<{ id: string }> {
  return ground.act('create_inbox', { name: word(ground), channel: 'api', auto_assign: false, sla: nothingDue })
}

/** What a customer has just written, and the conversation it began. */
async function heard(ground: Ground) {
  const { id } = await channel(ground)
  return ground.act('receive_message', {
    inbox_id: id,
    source_id: word(ground),
    content: `¿Tienen camiones? ${ground.mark}`,
    contact: { name: `Peña ${ground.mark}`, email: email(ground) },
  })
}

async function talk(ground: Ground) {
  return (await heard(ground)).conversation
}

/** Every filter at once, and a conversation that meets them. */
async function filtered(ground: Ground) {
  const { id: conversation_id, inbox, contact } = await talk(ground)
  const [{ id: label_id, title }, { id: team_id }] = [await label(ground), await team(ground)]
  await ground.act('tag_conversation', { conversation_id, label_id })
  await ground.act('assign_conversation', { conversation_id, agent: ground.user_id })
  await ground.act('set_conversation_team', { conversation_id, team: team_id })
  await ground.act('set_participants', { conversation_id, participants: [ground.user_id] })
  return {
    status: 'all' as const,
    inbox_id: inbox.id,
    contact_id: contact.id,
    assignee: ground.user_id,
    participant: ground.user_id,
    team: team_id,
    label: label_id,
    labels: [title],
    query: 'camión',
    filter: isOpen,
    view_id: (await view(ground)).id,
    unread_only: true,
    created_from: '2026-01-01',
    updated_to: '2099-12-31',
  }
}

/** What went well or wrong of somebody's conversations in an inbox. */
async function windowed(ground: Ground) {
  return { from: '2026-01-01', to: '2029-12-31', inbox_id: (await talk(ground)).inbox.id }
}

async function lately(ground: Ground) {
  const { inbox_id, assignee } = await filtered(ground)
  return { inbox_id, assignee, from: '2026-01-01', to: '2099-12-31' }
}

/** A lead of somebody, who belongs to the caller. */
async function lead(ground: Ground) {
  return ground.act('crm_create_lead', {
    name: `Lead ${ground.mark}`,
    phone: phone(ground),
    source: 'WhatsApp',
    estimated_value: 90,
    owner_id: ground.user_id,
    contact_id: await contact(ground),
  })
}

async function deal(ground: Ground) {
  const fields = { name: `Negocio ${ground.mark}`, amount: 90, expected_close_date: '2030-06-30' }
  return ground.act('crm_create_opportunity', {
    ...fields,
    owner_id: ground.user_id,
    contact_id: await contact(ground),
  })
}

async function task(ground: Ground) {
  const { id: entity_id } = await lead(ground)
  const about = { entity_type: 'lead', entity_id, body: `Tarea ${ground.mark}` } as const
  return ground.act('crm_schedule_activity', { ...about, type: 'task', due_at: '2030-01-31' })
}

/** The second stage of the pipeline there is for leads, or for opportunities. */
async function placeFor(ground: Ground, kind: 'leads' | 'opportunities') {
  const { items } = await ground.act('crm_list_pipelines', { kind })
  const pipeline = items.find(({ is_default }) => is_default)!
  return { pipeline: pipeline.id, stage: pipeline.stages[1]!.id }
}

function board(ground: Ground) {
  return ground.act('create_pipeline', { name: word(ground), kind: 'leads', description: ground.mark })
}

async function leadForm(ground: Ground): Promise<string> {
  return (await ground.act('create_lead_form', { name: `Formulario ${word(ground)}` })).id
}

function reason(ground: Ground) {
  return ground.act('create_lost_reason', { name: word(ground) })
}

/** Actions that name others, by their ids. */
async function doings(ground: Ground): Promise<Action[]> {
  const { pipeline, stage } = await placeFor(ground, 'leads')
  return [
    { type: 'create_lead', pipeline, stage, owner: ground.user_id },
    { type: 'assign_agent', agent: ground.user_id },
    { type: 'assign_team', team: (await team(ground)).id },
    { type: 'add_label', label: (await label(ground)).id },
    { type: 'send_canned_response', canned_response: (await canned(ground)).id },
    { type: 'add_note', content: `Para {{contact.name}} ${ground.mark}` },
  ]
}

async function rule(ground: Ground): Promise<{ id: string }> {
  const actions: Action[] = [{ type: 'set_priority', priority: 'low' }]
  return ground.act('create_automation_rule', {
    name: word(ground),
    event: 'conversation.idle',
    minutes: 525_600,
    actions,
  })
}

function macro(ground: Ground): Promise<{ id: string }> {
  const actions: Action[] = [{ type: 'set_priority', priority: 'low' }]
  return ground.act('create_macro', { name: word(ground), visibility: 'shared', actions })
}

/** Both modules, also where somebody has played with them. */
async function switchedOn(ground: Ground): Promise<void> {
  await ground.act('update_account', { modules: ['real_estate', 'test_drives'] })
}

async function property(ground: Ground): Promise<string> {
  await switchedOn(ground)
  const { id } = await ground.act('create_property', {
    code: word(ground),
    name: `Casa ${ground.mark}`,
    project_name: 'Cipres Tower',
    operation: 'venta',
    city: 'Bogotá',
    sector: 'Chapinero',
    property_type: 'casa',
    list_price: 450_000_000,
    bedrooms: 3,
    custom_attributes: { vista: ground.mark },
  })
  return id
}

async function leadItem(ground: Ground): Promise<{ lead_id: string; item_id: string }> {
  const { id: lead_id } = await lead(ground)
  const { id } = await ground.act('add_lead_item', { lead_id, name: `Lote ${ground.mark}`, price: 5 })
  return { lead_id, item_id: id }
}

async function dealItem(ground: Ground): Promise<{ opportunity_id: string; item_id: string }> {
  const { id: opportunity_id } = await deal(ground)
  const { id } = await ground.act('add_opportunity_item', { opportunity_id, name: `Lote ${ground.mark}`, price: 5 })
  return { opportunity_id, item_id: id }
}

async function vehicle(ground: Ground): Promise<{ id: string }> {
  await switchedOn(ground)
  return ground.act('create_test_drive_vehicle', { code: word(ground), name: `Camioneta ${ground.mark}` })
}

async function slot(ground: Ground): Promise<{ id: string; vehicle: { id: string } }> {
  const { id } = await vehicle(ground)
  const { items } = await ground.act('create_test_drive_slots', { vehicle_id: id, slots: [anHour()] })
  return items[0]!
}

async function drive(ground: Ground): Promise<{ id: string; vehicle: { id: string }; contact: { id: string } }> {
  const { id: slot_id } = await slot(ground)
  const agent = ground.user_id
  return ground.act('book_test_drive', { slot_id, contact_id: await contact(ground), agent, remind_minutes: null })
}

function anHour(): { starts_at: string; ends_at: string } {
  const starts = Date.now() + 86_400_000
  return { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + 3_600_000).toISOString() }
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

/** What a campaign says, to whom: to the one contact who carries its label. */
async function campaign(ground: Ground) {
  const { id: label_id } = await label(ground)
  await ground.act('tag_contact', { contact_id: await contact(ground), label_id })
  return {
    name: `Campaña ${ground.mark}`,
    inbox: (await channel(ground)).id,
    content: `Hola {{contact.first_name}}, hay ofertas. ${ground.mark}`,
    audience: { labels: [label_id], filter: isFromFair },
    per_minute: 6000,
  }
}

async function campaignId(ground: Ground): Promise<string> {
  const made = { ...(await campaign(ground)), scheduled_at: '2099-01-31T14:00:00Z' }
  return (await ground.act('create_campaign', made)).id
}

const page = { file_name: 'guía.md', file_type: 'file', content_type: 'text/plain' } as const

async function collection(ground: Ground): Promise<string> {
  return (await ground.act('create_knowledge_collection', { name: `Manual ${word(ground)}` })).id
}

async function knowledge(ground: Ground): Promise<string> {
  const text = `La garantía cubre doce meses. ${ground.mark}`
  const made = { name: `Garantía ${ground.mark}`, collection: await collection(ground), text }
  return (await ground.act('add_knowledge_document', made)).id
}

const MOST_WEBHOOKS = 10

/** An endpoint that is switched off, so that nothing is sent there but what is asked for. Older ones make room. */
async function endpoint(ground: Ground) {
  const { items } = await ground.act('list_webhooks', { limit: 100 })
  for (const { id } of items.slice(MOST_WEBHOOKS)) await ground.act('delete_webhook', { webhook_id: id })
  const url = `https://hooks.example.com/${word(ground)}`
  return { url, description: `Destino ${ground.mark}`, enabled: false }
}

async function webhook(ground: Ground): Promise<string> {
  return (await ground.act('create_webhook', { ...(await endpoint(ground)), events: ['contact.*'] })).id
}

/** Something an endpoint was sent. */
async function told(ground: Ground): Promise<{ webhook_id: string; delivery_id: string }> {
  const webhook_id = await webhook(ground)
  return { webhook_id, delivery_id: (await ground.act('test_webhook', { webhook_id })).id }
}
