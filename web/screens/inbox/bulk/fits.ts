/** Buttons of the bar stand close, so that all of them fit above the list. */
export const fits = 'w-8! pointer-coarse:w-9!'
