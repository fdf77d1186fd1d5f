/** What a workspace may switch on besides: parts of the product not everybody needs. */
export const modules = ['real_estate', 'test_drives'] as const
export type Module = (typeof modules)[number]
