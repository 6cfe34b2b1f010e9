/** Words of the sign-in page. */
export const SIGN_IN_TEXTS = {
  headline: 'Ask your data. See every step.',
  lead: 'Parley answers questions with a language model of your choice and the tools you give it, and keeps the whole run behind every answer: which tables were found, which SQL ran, what came back.',
  points: [
    {
      title: 'Answers with their evidence',
      text: 'Every answer opens into its trace: metadata, SQL, result rows, chart.',
    },
    {
      title: 'Your models, your tools',
      text: 'Hosted vendors or your own runtime. Built-in data tools, and any MCP tool server.',
    },
    {
      title: 'Yours to run',
      text: 'One service on your machine. Keys are encrypted. Pages load nothing from other sites.',
    },
  ],
  title: 'Sign in with a wallet',
  explanation:
    'No password and no e-mail: you sign a one-time message with a key that only you have. Signing in costs nothing and sends no transaction.',
  notOpen: 'New here? You need an invitation. Ask an administrator for a link and open it in this browser.',
  installed: 'Wallets in this browser’s extensions',
  noneInstalled: 'No wallet extension was found in this browser.',
  connectWith: (name: string) => `Sign in with ${name}`,
  or: 'or',
  browserWallet: {
    title: 'Wallet in this browser',
    explanation:
      'No extension needed. Your browser creates a key and stores it on this device only. Export the key to use it elsewhere. If you clear this site’s data without a copy, you cannot sign in to the account again.',
    warning: 'Use it only to sign in. Do not send money to its address.',
    create: 'Create a wallet and sign in',
    use: (address: string) => `Sign in as ${address}`,
    export: 'Show private key',
    hide: 'Hide private key',
    import: 'Use a key I already have',
    importLabel: 'Private key',
    importHint: '0x and 64 hexadecimal digits',
    importInvalid: 'Enter a private key: 0x and 64 hexadecimal digits.',
    importConfirm: 'Use this key',
    forget: 'Remove from this browser',
    forgetTitle: 'Remove this wallet from the browser?',
    forgetText:
      'The private key is deleted from this browser. Without a copy you cannot sign in to this account again.',
    forgetConfirm: 'Remove',
  },
  waiting: 'Waiting for your signature…',
  signingIn: 'Signing in…',
  failedTitle: 'Not signed in',
  rejected: 'The signature was declined in the wallet. Try again when you are ready.',
  refused: 'The signature was not accepted. Sign again with the same address.',
  unreachable: 'The service did not answer. Check the connection and try again.',
  invitation: {
    title: 'You are invited',
    member: 'Sign in once to create your account. The invitation works for one person.',
    administrator: 'Sign in to become an administrator of this service. The invitation works once.',
    signedInMember: 'You have an account already. Send this link to the person it is meant for.',
    accept: 'Become an administrator',
    open: 'Open Parley',
    unusableTitle: 'This invitation cannot be used',
    none: 'The link is incomplete. Copy the whole link from the message you got.',
    reading: 'Reading the invitation…',
  },
} as const
