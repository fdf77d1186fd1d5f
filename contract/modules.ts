/** Optional parts of the product that a workspace can switch on. */
export const modules = ['real_estate', 'test_drives'] as const
export type Module = (typeof modules)[number]
