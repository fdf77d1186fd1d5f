import { resolve } from 'node:path'
import type { Embeddings } from '#gateways/embeddings.ts'
import type { S3 } from '#gateways/files/s3.ts'
import type { LlmConfig } from '#gateways/llm.ts'

/** What the operator decides, read once from the environment. The table in the README says the same in words. */
export type Config = {
  port: number
  host: string
  base_url: string
  data: string
  database_url: string | undefined
  demo: boolean
  secret: string | undefined
  pool_size: number
  limits: { key: number; account: number; classic_ip: number }
  trust_proxy: boolean
  log_level: string
  drain_seconds: number
  metrics_token: string | undefined
  upload_mb: number
  s3: S3 | undefined
  smtp_url: string | undefined
  mail_from: string | undefined
  outbound_allow: string[]
  llm: LlmConfig | undefined
  embeddings: Embeddings | undefined
  webhook_schedule: number[]
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = whole(env, 'PORT', 3000)
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    base_url: (env.BASE_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    data: resolve(env.HILO_DATA ?? 'data'),
    database_url: env.DATABASE_URL || undefined,
    demo: env.HILO_DEMO !== '0',
    secret: env.HILO_SECRET || undefined,
    pool_size: whole(env, 'HILO_POOL', 10),
    limits: {
      key: whole(env, 'HILO_KEY_LIMIT', 300),
      account: whole(env, 'HILO_ACCOUNT_LIMIT', 600),
      classic_ip: whole(env, 'HILO_CLASSIC_IP_LIMIT', 300),
    },
    trust_proxy: env.HILO_TRUST_PROXY === '1',
    log_level: env.LOG_LEVEL ?? 'info',
    drain_seconds: whole(env, 'HILO_DRAIN_SECONDS', 5),
    metrics_token: env.HILO_METRICS_TOKEN || undefined,
    upload_mb: whole(env, 'HILO_UPLOAD_MB', 25),
    s3: env.S3_BUCKET ? bucket(env) : undefined,
    smtp_url: smtp(env),
    mail_from: env.HILO_MAIL_FROM || undefined,
    llm: env.LLM_URL ? languageModel(env) : undefined,
    outbound_allow: listed(env, 'HILO_OUTBOUND_ALLOW'),
    embeddings: env.EMBEDDINGS_URL ? embeddings(env) : undefined,
    webhook_schedule: seconds(env, 'HILO_WEBHOOK_RETRY_SCHEDULE') ?? WEBHOOK_SCHEDULE,
  }
}

function bucket(env: NodeJS.ProcessEnv): S3 {
  const needed = (name: string) => {
    if (!env[name]) throw new Error(`${name} is needed when S3_BUCKET is set.`)
    return env[name]
  }
  return {
    endpoint: needed('S3_ENDPOINT').replace(/\/+$/, ''),
    bucket: needed('S3_BUCKET'),
    region: env.S3_REGION || 'us-east-1',
    access_key_id: needed('S3_ACCESS_KEY_ID'),
    secret_access_key: needed('S3_SECRET_ACCESS_KEY'),
    prefix: env.S3_PREFIX ?? '',
  }
}

/** The address may be that of the service, or of its /embeddings. */
function embeddings(env: NodeJS.ProcessEnv): Embeddings {
  const { EMBEDDINGS_URL = '', EMBEDDINGS_MODEL, EMBEDDINGS_API_KEY, EMBEDDINGS_THRESHOLD } = env
  if (!/^https?:\/\/[^/]+/.test(EMBEDDINGS_URL))
    throw new Error('EMBEDDINGS_URL must be an address such as https://api.example.com/v1.')
  if (!EMBEDDINGS_MODEL) throw new Error('EMBEDDINGS_MODEL is needed when EMBEDDINGS_URL is set.')
  const threshold = EMBEDDINGS_THRESHOLD ? Number(EMBEDDINGS_THRESHOLD) : undefined
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1))
    throw new Error(`EMBEDDINGS_THRESHOLD must be a number from 0 to 1, not "${EMBEDDINGS_THRESHOLD}".`)
  const url = `${EMBEDDINGS_URL.replace(/\/+$/, '').replace(/\/embeddings$/, '')}/embeddings`
  return { url, model: EMBEDDINGS_MODEL, api_key: EMBEDDINGS_API_KEY || undefined, threshold }
}

function smtp({ SMTP_URL }: NodeJS.ProcessEnv): string | undefined {
  if (SMTP_URL && !/^smtps?:\/\/[^/]+/.test(SMTP_URL))
    throw new Error('SMTP_URL must be an address such as smtps://user:password@smtp.example.com.')
  return SMTP_URL || undefined
}

function languageModel({ LLM_URL = '', LLM_MODEL, LLM_API_KEY }: NodeJS.ProcessEnv): LlmConfig {
  if (!/^https?:\/\/[^/]+/.test(LLM_URL) || !URL.canParse(LLM_URL))
    throw new Error('LLM_URL must be the address of a chat endpoint, such as https://api.example.com/v1.')
  if (!LLM_MODEL) throw new Error('LLM_MODEL is needed when LLM_URL is set.')
  return { url: LLM_URL.replace(/\/+$/, ''), model: LLM_MODEL, api_key: LLM_API_KEY || undefined }
}

function listed(env: NodeJS.ProcessEnv, name: string): string[] {
  const words = (env[name] ?? '').split(',')
  return words.map((word) => word.trim()).filter(Boolean)
}

/** Five seconds, five and thirty minutes, then hours: ten attempts in three days. */
const WEBHOOK_SCHEDULE = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

function seconds(env: NodeJS.ProcessEnv, name: string): number[] | undefined {
  const words = listed(env, name)
  if (words.some((word) => !/^\d{1,7}(\.\d{1,3})?$/.test(word)) || words.length > 100)
    throw new Error(`${name} must list the seconds between attempts, such as 5,300,1800.`)
  return words.length > 0 ? words.map(Number) : undefined
}

function whole(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}
