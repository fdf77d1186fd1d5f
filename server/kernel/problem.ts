/** All error codes, with HTTP status and title. */
export const codes = {
  invalid_request: [400, 'The request is not valid'],
  invalid_cursor: [400, 'The cursor is not valid'],
  unauthenticated: [401, 'A valid credential is needed'],
  two_factor_required: [401, 'A second factor is needed'],
  plan_limit: [402, 'The plan does not allow more'],
  permission_denied: [403, 'Not allowed'],
  not_found: [404, 'Not found'],
  duplicate_value: [409, 'Value already in use'],
  invalid_state: [409, 'Not possible in the current state'],
  undo_expired: [409, 'Too late to undo'],
  ambiguous_reference: [409, 'Several records match'],
  window_closed: [409, 'The reply window is closed'],
  request_in_progress: [409, 'The same request is still running'],
  precondition_failed: [412, 'The record has changed'],
  payload_too_large: [413, 'Too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  missing_field: [422, 'A required field is missing'],
  invalid_value: [422, 'A value is not acceptable'],
  lost_reason_required: [422, 'A lost reason is required'],
  lost_reason_unknown: [422, 'Unknown lost reason'],
  conversion_requirements: [422, 'Conversion requirements not met'],
  pipeline_required: [422, 'A pipeline must be chosen'],
  idempotency_key_reused: [422, 'The idempotency key was used for another request'],
  module_inactive: [403, 'The module is not active'],
  channel_rejected: [422, 'The channel refused the credentials'],
  not_supported_by_channel: [422, 'Not supported by the channel'],
  rate_limited: [429, 'Too many requests'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'Not available right now'],
  channel_unreachable: [503, 'The channel cannot be reached'],
  insufficient_storage: [507, 'Not enough room for files'],
} as const satisfies Record<string, readonly [number, string]>

export type Code = keyof typeof codes

export type FieldError = { field: string; code: string; detail: string }

type Extra = {
  errors?: FieldError[]
  conflicting_id?: string
  candidates?: { id: string; name: string }[]
  retry_after?: number
}

/** A refusal: a code for programs, and a sentence that tells a person or a model what to do next. */
export class Problem extends Error {
  readonly code: Code
  readonly status: number
  readonly extra: Extra

  constructor(code: Code, detail: string, extra: Extra = {}) {
    super(detail)
    this.code = code
    this.status = codes[code][0]
    this.extra = extra
  }
}

/** Refuses the call, naming the field at fault if there is one. */
export function reject(code: Code, detail: string, field?: string, extra: Extra = {}): never {
  const errors = field ? [{ field, code, detail }] : undefined
  throw new Problem(code, detail, errors ? { errors, ...extra } : extra)
}

export type ProblemBody = {
  type: string
  title: string
  status: number
  detail: string
  code: Code
  request_id: string
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[]
  [extra: string]: unknown
}

/** The response body (RFC 9457). Body fields are named by pointer, those of path and query by parameter. */
export function problemBody(
  problem: Problem,
  where: { base_url: string; request_id: string; isParameter?: (field: string) => boolean },
): ProblemBody {
  const { errors, retry_after: _, ...extra } = problem.extra
  return {
    type: `${where.base_url}/problems/${problem.code.replaceAll('_', '-')}`,
    title: codes[problem.code][1],
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    request_id: where.request_id,
    ...extra,
    ...(errors && {
      errors: errors.map(({ field, code, detail }) =>
        where.isParameter?.(field.split('/')[0]!)
          ? { parameter: field, code, detail }
          : { pointer: `#/${field}`, code, detail },
      ),
    }),
  }
}
