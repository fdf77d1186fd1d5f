import type { Limits } from '#doors/authenticate.ts'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { ProviderConfig } from '#channels/index.ts'
import { memoryBytes } from '#db/embedded/memory.ts'
import type { Embeddings } from '#gateways/embeddings.ts'
import type { S3 } from '#gateways/files/s3.ts'
import type { LlmConfig } from '#gateways/llm.ts'

/** Settings of the operator, read once from the environment and documented in the README. */
export type Config = {
  port: number
  host: string
  base_url: string
  data: string
  database_url: string | undefined
  /** A read replica for search and reports. */
  database_replica_url: string | undefined
  demo: boolean
  secret: string | undefined
  pool_size: number
  /** Longest time of a statement. */
  statement_seconds: number
  /** Server processes that share the port. */
  workers: number
  /** Number of this process among the workers; undefined if it serves alone. */
  worker: number | undefined
  limits: Limits
  streams: { node: number; address: number; credential: number; visitor: number }
  /** Limits of callers without a credential, in percent of the usual ones. */
  open_percent: number
  trust_proxy: boolean
  log_level: string
  drain_seconds: number
  /** Time that consequences of a change wait, so that a person can undo it. */
  undo_seconds: number
  metrics_token: string | undefined
  /** Token of the operator's programs; without it, one that follows from the secret. */
  platform_token: string | undefined
  upload_mb: number
  disk_reserve_mb: number | undefined
  s3: S3 | undefined
  smtp_url: string | undefined
  mail_from: string | undefined
  outbound_allow: string[]
  llm: LlmConfig | undefined
  embeddings: Embeddings | undefined
  webhook_schedule: number[]
  providers: ProviderConfig
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = whole(env, 'PORT', 3000)
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    base_url: (env.BASE_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    data: resolve(env.HILO_DATA ?? 'data'),
    database_url: env.DATABASE_URL || undefined,
    database_replica_url: env.DATABASE_REPLICA_URL || undefined,
    demo: env.HILO_DEMO !== '0',
    secret: env.HILO_SECRET || undefined,
    pool_size: whole(env, 'HILO_POOL', 10),
    statement_seconds: Math.max(1, whole(env, 'HILO_STATEMENT_SECONDS', 10)),
    workers: Math.max(1, whole(env, 'HILO_WORKERS', fittingWorkers(availableParallelism(), memoryBytes()))),
    worker: env.HILO_WORKER ? whole(env, 'HILO_WORKER', 1) : undefined,
    limits: {
      key: whole(env, 'HILO_KEY_LIMIT', 300),
      account: whole(env, 'HILO_ACCOUNT_LIMIT', 600),
      classic_ip: whole(env, 'HILO_CLASSIC_IP_LIMIT', 3_000),
      classic_account: whole(env, 'HILO_CLASSIC_ACCOUNT_LIMIT', 3_000),
      person: whole(env, 'HILO_PERSON_LIMIT', 1_200),
      people: whole(env, 'HILO_PEOPLE_LIMIT', 12_000),
    },
    streams: {
      node: whole(env, 'HILO_STREAMS', 10_000),
      address: whole(env, 'HILO_ADDRESS_STREAMS', 1_000),
      credential: whole(env, 'HILO_KEY_STREAMS', 100),
      visitor: whole(env, 'HILO_VISITOR_STREAMS', 20),
    },
    open_percent: whole(env, 'HILO_OPEN_LIMIT', 100),
    trust_proxy: env.HILO_TRUST_PROXY === '1',
    log_level: env.LOG_LEVEL ?? 'info',
    drain_seconds: whole(env, 'HILO_DRAIN_SECONDS', 5),
    undo_seconds: Math.max(3, whole(env, 'HILO_UNDO_SECONDS', 10)),
    metrics_token: env.HILO_METRICS_TOKEN || undefined,
    platform_token: env.HILO_PLATFORM_TOKEN || undefined,
    upload_mb: whole(env, 'HILO_UPLOAD_MB', 25),
    disk_reserve_mb: env.HILO_DISK_RESERVE_MB ? whole(env, 'HILO_DISK_RESERVE_MB', 0) : undefined,
    s3: env.S3_BUCKET ? bucket(env) : undefined,
    smtp_url: smtp(env),
    mail_from: env.HILO_MAIL_FROM || undefined,
    llm: env.LLM_URL ? languageModel(env) : undefined,
    outbound_allow: listed(env, 'HILO_OUTBOUND_ALLOW'),
    embeddings: env.EMBEDDINGS_URL ? embeddings(env) : undefined,
    webhook_schedule: seconds(env, 'HILO_WEBHOOK_RETRY_SCHEDULE') ?? WEBHOOK_SCHEDULE,
    providers: providers(env),
  }
}

/** Addresses of the providers may be changed for a proxy. */
function providers(env: NodeJS.ProcessEnv): ProviderConfig {
  const address = (name: string, otherwise: string) => {
    const url = (env[name] || otherwise).replace(/\/+$/, '')
    if (!/^https?:\/\/[^/]+/.test(url)) throw new Error(`${name} must be an address such as ${otherwise}.`)
    return url
  }
  return {
    graph_url: address('HILO_GRAPH_URL', 'https://graph.facebook.com'),
    instagram_url: address('HILO_INSTAGRAM_URL', 'https://graph.instagram.com'),
    telegram_url: address('HILO_TELEGRAM_URL', 'https://api.telegram.org'),
    twilio_url: address('HILO_TWILIO_URL', 'https://api.twilio.com'),
    meta_app: { app_secret: env.META_APP_SECRET || undefined, verify_token: env.META_VERIFY_TOKEN || undefined },
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

/** The address may be that of the service or of its /embeddings endpoint. */
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

/** Seconds between attempts: ten attempts in three days. */
const WEBHOOK_SCHEDULE = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

function seconds(env: NodeJS.ProcessEnv, name: string): number[] | undefined {
  const words = listed(env, name)
  if (words.some((word) => !/^\d{1,7}(\.\d{1,3})?$/.test(word)) || words.length > 100)
    throw new Error(`${name} must list the seconds between attempts, such as 5,300,1800.`)
  return words.length > 0 ? words.map(Number) : undefined
}

/** PostgreSQL needs a core too, and each process about half a gigabyte; half of the memory stays for PostgreSQL. */
export function fittingWorkers(cores: number, memory: number): number {
  return cores <= 2 ? 1 : Math.max(1, Math.min(cores - 1, Math.floor(memory / 2 ** 30)))
}

function whole(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}
