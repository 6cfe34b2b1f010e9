/** The reply of a verification; the key of the identifier is the service's own name and `_uuid`. */
export function presentSignIn(signIn: { readonly accessToken: string; readonly userId: string }) {
  return { access_token: signIn.accessToken, parley_uuid: signIn.userId }
}
