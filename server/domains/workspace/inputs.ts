import { z } from 'zod'
import { WidgetSettings } from '#contract/records/inbox.ts'
import { line } from '#contract/scalars.ts'

type Settings = typeof WidgetSettings.shape

/** Widget settings to change; null clears one. */
export const settingChanges = z.strictObject(
  Object.fromEntries(Object.entries(WidgetSettings.shape).map(([name, field]) => [name, field.nullable()])) as {
    [S in keyof Settings]: z.ZodNullable<Settings[S]>
  },
)

export const members = z.array(line).max(500).describe('Agents, each by name, e-mail or id')

/** Fields of credentials, by channel; each connector checks its own. */
export const credentials = z.record(
  z.string().max(100),
  z.union([z.string().max(5000), z.boolean(), z.record(z.string().max(100), z.unknown())]),
)
