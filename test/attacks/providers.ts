import { after } from 'node:test'
import { openFakeTelegram } from '#test/channels/fakes/telegram.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'

/** Settings of a server whose providers are on this machine. */
export async function openProviders(): Promise<NodeJS.ProcessEnv> {
  const [whatsapp, telegram] = await Promise.all([openFakeWhatsApp(), openFakeTelegram()])
  after(() => {
    whatsapp.close()
    telegram.close()
  })
  return { HILO_GRAPH_URL: whatsapp.url, HILO_TELEGRAM_URL: telegram.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' }
}
