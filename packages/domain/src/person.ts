/** What a person may do besides their own work. An administrator manages people and reads no content of others. */
export type Role = 'member' | 'administrator'

/** A kind of proof with which a person signs in. */
export type SignInKind = 'wallet' | 'oidc' | 'passkey'

/** The rule that let a new person in. */
export type AdmittedBy = 'open' | 'list' | 'group' | 'invitation' | 'configuration'
