/** What a person may do besides their own work. An administrator manages people and reads no content of others. */
export type Role = 'member' | 'administrator'

/** A kind of proof with which a person signs in. */
export type SignInKind = 'wallet' | 'oidc' | 'passkey'

/** The rule that let a new person in. */
export type AdmittedBy = 'open' | 'list' | 'group' | 'invitation' | 'configuration'

/** Limits that an administrator set for one person; a missing one is that of every user. */
export type OwnLimits = {
  readonly turns?: number
  readonly tokens?: number
  /** Millionths of a US dollar. */
  readonly costMicros?: number
  readonly storageBytes?: number
}
