/** Words of the account page. */
export const ACCOUNT_TEXTS = {
  title: 'Account',
  lead: 'Who you are here, and the wallet that proves it.',
  address: 'Signed in as',
  copyAddress: 'Copy address',
  wallet: 'Wallet in this browser',
  walletText:
    'This account’s key lies in this browser’s storage. Keep a copy: without it the account cannot be reached again.',
  noWallet: 'This account’s wallet is not kept in this browser.',
  show: 'Show private key',
  hide: 'Hide private key',
  session: 'Session',
  sessionText: 'A session lasts 24 hours. Signing out ends it on the server too.',
  signOut: 'Sign out',
} as const
