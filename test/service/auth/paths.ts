/** The path of the authorization server. With the base URL, it's the issuer. */
export const oidcPrefix = '/oidc';

/** The path of the sign-in page, to which the authorization server redirects. */
export const signInPath = '/sign-in';
