import { type Call, startChat } from './loader/chat.ts'

/* Loaded by `<script src="https://host/widget.js" data-inbox="TOKEN" async></script>`. Draws the bubble, and the panel when it is first needed. */

const page = window as unknown as { hilo?: unknown }
const script = (document.currentScript ?? document.querySelector('script[data-inbox]')) as HTMLScriptElement | null
const inbox = script?.dataset.inbox
// A page may include the script twice; only the first one starts the chat.
if (script && inbox && (page.hilo === undefined || Array.isArray(page.hilo))) {
  const queued = (page.hilo ?? []) as Call[]
  // Calls made before the chat has loaded are queued.
  page.hilo = queued
  void startChat(new URL(script.src).origin, inbox).then((hilo) => {
    if (!hilo) return
    page.hilo = hilo
    for (const call of queued) hilo.push(call)
  })
}
