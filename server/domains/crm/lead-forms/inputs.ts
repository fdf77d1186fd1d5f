import { z } from 'zod'
import { LeadForm, LeadFormField } from '#contract/records/lead-form.ts'
import { id, line, written } from '#contract/scalars.ts'
import { type FieldInput, checkFields, checkRedirect, type Fields, default_fields } from './rules.ts'
import { resolveTarget } from './target-stage.ts'
import * as owners from '#domains/crm/records/owners.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const lead_form_id = id.describe('Id of the lead form')

const { key, ...rest } = LeadFormField.shape
const fieldInput = z.strictObject({ key, ...z.strictObject(rest).partial().shape })

/** Configurable fields of a lead form. */
export const formFields = {
  pipeline: line.nullable().optional().describe('Pipeline for its leads, by name or id; null for the default'),
  stage: line.nullable().optional().describe('Open stage for its leads, by name or id; null for the first'),
  owner: line.nullable().optional().describe('Owner of its leads: an agent, by name, e-mail or id; null for none'),
  allowed_domains: LeadForm.shape.allowed_domains.optional(),
  fields: z.array(fieldInput).min(1).max(40).optional().describe('Questions, in order'),
  thanks_message: LeadForm.shape.thanks_message.optional(),
  redirect_url: written
    .max(2000)
    .nullable()
    .optional()
    .describe('https address to open after submitting; null shows thanks_message'),
  active: z.boolean().optional(),
}

type Patch = {
  name?: string | undefined
  pipeline?: string | null | undefined
  stage?: string | null | undefined
  owner?: string | null | undefined
  allowed_domains?: string[] | undefined
  fields?: FieldInput[] | undefined
  thanks_message?: string | null | undefined
  redirect_url?: string | null | undefined
  active?: boolean | undefined
}

export const default_form: Fields = {
  name: '',
  pipeline_id: null,
  stage_id: null,
  owner_id: null,
  allowed_domains: [],
  fields: checkFields(default_fields),
  thanks_message: null,
  redirect_url: null,
  active: true,
}

/** The form after the patch; absent fields are unchanged. */
export async function revise(ctx: Context, before: Fields, patch: Patch): Promise<Fields> {
  const owner = await owners.find(ctx, { owner: patch.owner })
  const { name, thanks_message: thanks, redirect_url: redirect } = patch
  return {
    ...(await resolveTarget(ctx, patch, before)),
    name: (name ?? before.name).trim() || reject('missing_field', 'A lead form needs a name.', 'name'),
    owner_id: owner === undefined ? before.owner_id : (owner?.id ?? null),
    allowed_domains: patch.allowed_domains ?? before.allowed_domains,
    fields: patch.fields ? checkFields(patch.fields) : before.fields,
    thanks_message: thanks === undefined ? before.thanks_message : thanks?.trim() || null,
    redirect_url: redirect === undefined ? before.redirect_url : checkRedirect(redirect),
    active: patch.active ?? before.active,
  }
}

/** The configurable fields of a stored form. */
export function fieldsOf({ pipeline, stage, owner, ...form }: LeadForm): Fields {
  const { name, allowed_domains, fields, thanks_message, redirect_url, active } = form
  const references = { pipeline_id: pipeline?.id ?? null, stage_id: stage?.id ?? null, owner_id: owner?.id ?? null }
  return { ...references, name, allowed_domains, fields, thanks_message, redirect_url, active }
}
