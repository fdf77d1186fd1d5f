import type { Json } from '#doors/openapi/json-schema.ts'

/** The parts of an OpenAPI document that the reference uses. */
export type OpenApi = {
  openapi: string
  info: Json
  servers: Json[]
  security: Json[]
  tags: { name: string }[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, Json>
  components: { securitySchemes: Json; schemas: Record<string, Json>; responses: Json }
}

export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: Json[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: Json
  responses: Record<string, Json>
}
