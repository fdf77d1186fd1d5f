import type { ServerResponse } from 'node:http'

const READ_TIMEOUT_MS = 30_000

/** Disconnects a client that takes no byte of its answer for a while: the rest would wait in memory for ever. */
export function dropSlowReader(response: ServerResponse, timeout_ms = READ_TIMEOUT_MS): void {
  // The timeout of the socket begins again with every byte that it sends.
  response.setTimeout(timeout_ms, () => {
    const { socket } = response
    if (socket && socket.writableLength > 0) socket.destroy()
    // Nothing waits to be read: the answer itself is still being made.
    else socket?.setTimeout(timeout_ms)
  })
}
