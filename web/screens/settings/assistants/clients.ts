/** How each client is connected to this address: a text to paste, and for some a link that opens the client. */
export function clients(origin: string) {
  const url = `${origin}/mcp`
  return {
    claude: { code: url, link: 'https://claude.ai/settings/connectors?modal=add-custom-connector' },
    chatgpt: { code: url, link: 'https://chatgpt.com/#settings/Connectors' },
    claude_code: { code: `claude mcp add --transport http hilo ${url}` },
    cursor: {
      code: url,
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=hilo&config=${btoa(json({ url }))}`,
    },
    vscode: { code: url, link: `vscode:mcp/install?${encodeURIComponent(json({ name: 'hilo', type: 'http', url }))}` },
    other: { code: url },
  } satisfies Record<string, { code: string; link?: string }>
}

export type Client = keyof ReturnType<typeof clients>

/** Clients that call from their own servers, so they need a public address. */
export const isRemote = (client: Client) => client === 'claude' || client === 'chatgpt'

const json = (value: unknown) => JSON.stringify(value)
