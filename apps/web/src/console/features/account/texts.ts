/** Words of the account page. */
export const ACCOUNT_TEXTS = {
  title: 'Account',
  lead: 'Your identity on this service and the wallet you sign in with.',
  address: 'Signed in as',
  copyAddress: 'Copy address',
  wallet: 'Wallet in this browser',
  walletText:
    'The key of this account is stored in this browser. Keep a copy: without the key you cannot sign in to this account again.',
  noWallet: 'The wallet of this account is not stored in this browser.',
  show: 'Show private key',
  hide: 'Hide private key',
  session: 'Session',
  sessionText: 'A session lasts 24 hours. Signing out also ends it on the server.',
  signOut: 'Sign out',
} as const
