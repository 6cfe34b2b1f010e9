declare const ownerBrand: unique symbol

/**
 * The UUID of the user whose records a function reads or writes. Only authentication creates an OwnerId, so a
 * function that takes one cannot be called for an unauthenticated request.
 */
export type OwnerId = string & { readonly [ownerBrand]: true }
