/** The app shows nothing of other sites, which would learn who looks; such a picture is a link. */
export const isElsewhere = (url: string) => new URL(url, window.location.href).origin !== window.location.origin
