/** Tells a password manager whose password the form beneath it is about; nobody sees it. */
export function KnownAs({ email }: { email: string }) {
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
