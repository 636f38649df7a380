/** For password managers: the account that the password belongs to. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      className="sr-only"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
