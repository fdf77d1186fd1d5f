/** Narrow buttons, so that all of them fit above the list. */
export const barButtonClass = 'w-8! pointer-coarse:w-9!'
