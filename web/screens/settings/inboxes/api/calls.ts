/** Example API calls to copy. */
export const incomingCall = (
  origin: string,
  inbox_id: string,
) => `curl -X POST ${origin}/api/v1/inboxes/${inbox_id}/messages \\
  -H "Authorization: Bearer $HILO_KEY" -H "Content-Type: application/json" \\
  -d '{
    "source_id": "573001234567",
    "external_id": "wamid.A1",
    "content": "Hola",
    "contact": { "name": "Ana", "phone_number": "+573001234567" }
  }'`

export const statusCall = (origin: string) => `curl -X PATCH ${origin}/api/v1/messages/$MESSAGE_ID \\
  -H "Authorization: Bearer $HILO_KEY" -H "Content-Type: application/json" \\
  -d '{ "status": "delivered" }'`

export const classicCall = (origin: string, token: string) => {
  const base = `${origin}/public/api/v1/inboxes/${token}`
  return [
    `POST ${base}/contacts`,
    `POST ${base}/contacts/{source_id}/conversations`,
    `POST ${base}/contacts/{source_id}/conversations/{conversation_id}/messages`,
    `GET  ${base}/contacts/{source_id}/conversations/{conversation_id}/messages`,
  ].join('\n')
}
