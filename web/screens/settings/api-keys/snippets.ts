/** The configuration of each client, with the key filled in. */
export function snippets(origin: string, key: string) {
  const url = `${origin}/api/mcp`
  const authorization = `Bearer ${key}`
  const headers = { Authorization: authorization }
  return {
    claude_code: `claude mcp add --transport http hilo ${url} \\\n  --header "Authorization: ${authorization}"`,
    claude_desktop: json({
      mcpServers: {
        hilo: {
          command: 'npx',
          args: [
            '-y',
            'mcp-remote',
            url,
            ...(isPlain(url) ? ['--allow-http'] : []),
            '--header',
            'Authorization:${HILO_AUTH}',
          ],
          // Some systems lose spaces in arguments, so the header comes from the environment.
          env: { HILO_AUTH: authorization },
        },
      },
    }),
    cursor: json({ mcpServers: { hilo: { url, headers } } }),
    vscode: json({ servers: { hilo: { type: 'http', url, headers } } }),
    http: `${url}\nAuthorization: ${authorization}`,
    curl: `curl ${origin}/api/v1/contacts \\\n  -H "Authorization: ${authorization}"`,
  }
}

export type Client = keyof ReturnType<typeof snippets>

const json = (value: unknown) => JSON.stringify(value, null, 2)
const isPlain = (url: string) => url.startsWith('http:')
