export type Budget = { points: number; seconds: number }

/**
 * The budget of a key that any caller can send, such as an email address. One network gets at most `perNetwork` of the
 * `total`. After that, a caller who has not used this key yet gets one attempt out of `newcomers`: 0013.
 */
type OpenBudget = { total: Budget; perNetwork: Budget; newcomers: Budget }

/** Counted by the caller's IP address, its network, or the signed-in account. */
export type Scope = 'address' | 'network' | 'account'

export type Rule = Partial<Record<Scope, Budget>> & {
  /** Counted in the database for all processes. Costs one statement for each budget. */
  shared: boolean
  open?: OpenBudget
  recipient?: Budget
  message?: string
}

/** Every email has a budget for the caller, for the account and for the recipient. */
type EmailRule = Rule & { address: Budget } & (
    | { account: Budget; recipient: Budget }
    // Not signed in: the recipient's email address identifies the account.
    | { account?: Budget; open: OpenBudget }
  )

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const per = (seconds: number, points: number): Budget => ({ points, seconds })

/** Attempts out of `newcomers` that one network gets for one key. */
export const newcomersOfNetwork = per(day, 3)

const linkAlreadySent =
  'Several links were already sent to this email address. If it has an account, the newest link works. Please check the spam folder too, or try again later.'

/** Calls that send no email. */
export const callRules = {
  api: { shared: false, address: per(minute, 600) },
  pages: { shared: false, address: per(minute, 600) },
  /** Wrong passwords. For one account at most 100 an hour: (20 + 5) in 15 minutes. */
  login: {
    shared: true,
    address: per(10 * minute, 30),
    network: per(10 * minute, 100),
    open: { perNetwork: per(15 * minute, 10), total: per(15 * minute, 20), newcomers: per(15 * minute, 5) },
    message: 'Too many failed sign-ins. Please wait, or get a link by email with “Forgot password?”.',
  },
  /** Wrong passwords from a device that has signed in to this account before; the key is device and account. */
  knownDevice: { shared: true, account: per(15 * minute, 10) },
  /** Wrong passwords of a signed-in user. */
  passwordCheck: { shared: true, account: per(15 * minute, 10) },
  /** Wrong discount codes. */
  discountCode: {
    shared: true,
    address: per(10 * minute, 20),
    network: per(10 * minute, 60),
    account: per(15 * minute, 10),
    message: 'Too many wrong codes. Please wait a few minutes, then try again.',
  },
  /** Unknown codes of certificates. Not shared: guessing a code of 60 bits is hopeless anyway. */
  certificate: {
    shared: false,
    address: per(10 * minute, 30),
    network: per(10 * minute, 100),
    message: 'Too many unknown codes. Please wait a few minutes, then try again.',
  },
  /** Links in the emails about stock alerts. */
  stockAlertLink: { shared: true, address: per(10 * minute, 60), network: per(10 * minute, 300) },
  review: { shared: true, address: per(hour, 20), network: per(hour, 100), account: per(hour, 20) },
} as const satisfies Record<string, Rule>

/** Calls that send email; each email names one of these as its purpose. */
export const emailRules = {
  registration: {
    shared: true,
    address: per(hour, 20),
    network: per(hour, 100),
    open: { perNetwork: per(hour, 5), total: per(hour, 8), newcomers: per(hour, 2) },
  },
  confirmation: {
    shared: true,
    address: per(10 * minute, 20),
    network: per(10 * minute, 60),
    open: { perNetwork: per(hour, 5), total: per(hour, 8), newcomers: per(hour, 2) },
    message: linkAlreadySent,
  },
  passwordReset: {
    shared: true,
    address: per(10 * minute, 20),
    network: per(10 * minute, 60),
    open: { perNetwork: per(hour, 5), total: per(hour, 8), newcomers: per(hour, 4) },
    message: linkAlreadySent,
  },
  /** The welcome email after a confirmation link was opened. */
  welcome: { shared: true, address: per(10 * minute, 30), account: per(hour, 10), recipient: per(hour, 10) },
  /** The email after a password was reset or changed. */
  newPassword: { shared: true, address: per(10 * minute, 30), account: per(hour, 10), recipient: per(hour, 10) },
  openid: { shared: true, address: per(10 * minute, 120), account: per(hour, 30), recipient: per(hour, 10) },
  order: { shared: false, address: per(hour, 120), account: per(hour, 60), recipient: per(hour, 60) },
  /** In addition to `order`, for an account with an unconfirmed email address. Rejected orders count too. */
  unconfirmedOrder: {
    shared: false,
    address: per(hour, 60),
    account: per(hour, 20),
    recipient: per(hour, 5),
    message: 'Please confirm your email address before you order again, or try again in an hour.',
  },
  /** The same limits as `order`. */
  cancellation: { shared: false, address: per(hour, 120), account: per(hour, 60), recipient: per(hour, 60) },
  /** The recipient is the shop itself. Above its budget, enquiries are stored but not sent by email. */
  enquiry: {
    shared: true,
    address: per(10 * minute, 10),
    network: per(10 * minute, 50),
    account: per(10 * minute, 10),
    recipient: per(hour, 200),
  },
  /** The recipient is the shop itself, and the sender a job. Above its budget, new orders are not sent by email. */
  newOrder: { shared: false, address: per(hour, 10), account: per(hour, 10), recipient: per(hour, 1000) },
  /** Sent by a daily job. */
  lowStock: { shared: false, address: per(hour, 10), account: per(hour, 10), recipient: per(hour, 10) },
  /** The email with the link to confirm a request of a visitor. */
  stockAlertRequest: {
    shared: true,
    address: per(hour, 20),
    network: per(hour, 100),
    account: per(hour, 30),
    open: { perNetwork: per(day, 3), total: per(day, 5), newcomers: per(day, 2) },
    message:
      'Several links were already sent to this email address. Please check the spam folder, or try again tomorrow.',
  },
  /** Sent by a job. */
  stockAlert: { shared: false, address: per(hour, 10), account: per(hour, 10), recipient: per(day, 100) },
  orderStatus: { shared: false, address: per(hour, 2000), account: per(hour, 1000), recipient: per(hour, 60) },
  staffOrder: { shared: false, address: per(hour, 400), account: per(hour, 200), recipient: per(hour, 40) },
  enquiryAnswer: { shared: false, address: per(hour, 400), account: per(hour, 200), recipient: per(hour, 20) },
  quote: { shared: false, address: per(hour, 400), account: per(hour, 200), recipient: per(hour, 20) },
  invitation: { shared: false, address: per(hour, 60), account: per(hour, 30), recipient: per(hour, 5) },
  resend: { shared: false, address: per(hour, 1000), account: per(hour, 500), recipient: per(hour, 20) },
  /** Sent by a command on the server, without a caller. */
  console: { shared: false, address: per(hour, 10), account: per(hour, 10), recipient: per(hour, 10) },
} as const satisfies Record<string, EmailRule>

export type EmailPurpose = keyof typeof emailRules
export type LimitName = keyof typeof callRules | EmailPurpose

export const limitRules: Record<LimitName, Rule> = { ...callRules, ...emailRules }
