import { after } from 'node:test'
import { openConnectors } from '#channels/index.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { http } from '#test/channels/http.ts'
import { openWorkspace } from '#test/workspace.ts'

/** A workspace with a connected WhatsApp inbox, for tests of operations, without any door. */
export async function openWhatsAppInbox() {
  const whatsapp = await openFakeWhatsApp()
  after(() => whatsapp.close())
  const stored = new Map<string, Buffer>()
  const unused = 'http://127.0.0.1:9'
  const addresses = { graph_url: whatsapp.url, instagram_url: unused, telegram_url: unused, twilio_url: unused }
  const channels = {
    connectors: openConnectors({ ...addresses, meta_app: {} }),
    http,
    readFile: async (file_key: string) => stored.get(file_key)!,
  }
  const workspace = await openWorkspace({ channels })
  const { credentials } = whatsapp
  const inbox = await workspace.act('create_inbox', { name: 'WhatsApp', channel: 'whatsapp', credentials })
  return { ...workspace, whatsapp, inbox, stored }
}
