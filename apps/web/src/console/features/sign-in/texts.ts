import { translatable } from '#web/language/translatable.ts'

/** Words of the sign-in page. */
export const SIGN_IN_TEXTS = translatable('signIn', {
  headline: 'Ask your data. See every step.',
  lead: 'Drop in a file or connect a database, and ask in plain words. Parley answers with a chart, and shows the steps behind every number.',
  picture: {
    label:
      'Example: the question “Which month is the warmest in Seattle?”, its three steps, and the answer, August, with a chart by month.',
    question: 'Which month is the warmest in Seattle?',
    steps: ['Found the table', 'Ran SQL: 12 rows', 'Drew a chart'],
    answer: 'August, with 26.1 °C on average.',
    months: ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  },
  points: [
    {
      title: 'Every number has its proof',
      text: 'Open an answer to see the tables, the SQL and the rows behind it.',
    },
    {
      title: 'Your models, your data, your tools',
      text: 'Use a hosted model or your own. Connect files, databases and tool servers.',
    },
    {
      title: 'Runs on your own machine',
      text: 'Keys are encrypted, and pages load nothing from other sites.',
    },
  ],
  title: 'Get started',
  titleKept: 'Welcome back',
  continueWith: (provider: string) => `Continue with ${provider}`,
  or: 'or',
  notOpen: 'New here? You need an invitation. Ask an administrator for a link and open it in this browser.',
  others: 'Other ways to sign in',
  installed: 'A wallet in this browser’s extensions',
  installedHint: 'You sign a one-time message. It costs nothing and sends no transaction.',
  connectWith: (name: string) => `Sign in with ${name}`,
  browserWallet: {
    create: 'Start now, no password',
    createHint:
      'No e-mail, nothing to install. Your browser keeps a key for you on this device. Save a copy of it later under Account: it is the only way to come back after you clear this site’s data.',
    use: (name: string) => `Sign in as ${name}`,
    useHint: 'Your key is stored in this browser.',
    export: 'Show private key',
    hide: 'Hide private key',
    import: 'Use a key I already have',
    importLabel: 'Private key',
    importHint: '0x and 64 hexadecimal digits',
    importInvalid: 'Enter a private key: 0x and 64 hexadecimal digits.',
    importConfirm: 'Use this key',
    warning: 'Use this key only to sign in. Do not send money to its address.',
    forget: 'Remove from this browser',
    forgetTitle: 'Remove this key from the browser?',
    forgetText:
      'The private key is deleted from this browser. Without a copy you cannot sign in to this account again.',
    forgetConfirm: 'Remove',
  },
  passkey: {
    explanation:
      'No wallet? A passkey is your fingerprint, your face or the lock of your screen. Your device keeps it, and nothing has to be remembered.',
    use: 'Sign in with a passkey',
    create: 'New here? Create a passkey',
    label: 'Name of the passkey',
    labelHint: 'Your device shows it beside the passkey, for example your first name',
    labelMissing: 'Enter a name.',
    createConfirm: 'Create the passkey and sign in',
    recover: 'Use a recovery code',
    code: 'Recovery code',
    codeHint: 'Four groups of four letters and digits. Each code works once.',
    codeMissing: 'Enter a recovery code.',
    codeConfirm: 'Sign in with the code',
  },
  waiting: 'Waiting for your signature…',
  signingIn: 'Signing in…',
  failedTitle: 'Not signed in',
  rejected: 'The signature was declined in the wallet. Try again when you are ready.',
  cancelled: 'No passkey was used. Try again, or sign in in another way.',
  refused: 'The signature was not accepted. Sign again with the same address.',
  unreachable: 'The service did not answer. Check the connection and try again.',
  invitation: {
    title: 'You are invited',
    member: 'Sign in once to create your account. The invitation works for one person.',
    administrator: 'Sign in to become an administrator of this service. The invitation works once.',
    signedInMember: 'You have an account already. Send this link to the person it is meant for.',
    accept: 'Become an administrator',
    open: 'Open Parley',
    closedTitle: 'No new people now',
    closed:
      'The invitation is valid, but this service admits no new people at the moment. Ask the administrator who sent it.',
    unusableTitle: 'This invitation cannot be used',
    none: 'The link is incomplete. Copy the whole link from the message you got.',
    reading: 'Reading the invitation…',
  },
})
