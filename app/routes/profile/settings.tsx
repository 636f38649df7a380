import type { ReactNode } from 'react'
import type { WireUser } from '#modules/accounts/contract.ts'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DetailsForm } from './details-form.tsx'
import { DownloadData } from './download-data.tsx'
import { EmailNotice } from './email-notice.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

export function Settings({ user }: { user: WireUser }) {
  return (
    <div className="mt-block max-w-4xl">
      {!user.emailConfirmed && <EmailNotice />}
      <SettingsSection title="Your details">
        <DetailsForm user={user} />
      </SettingsSection>
      <SettingsSection
        title="Password"
        {...(user.hasPassword ? {} : { text: 'Your account has no password. Choose one to sign in with your email.' })}
      >
        <ChangePassword user={user} />
      </SettingsSection>
      <SettingsSection title="Sign out everywhere" text="Ends your sessions on all devices, including this one.">
        <SignOutEverywhere />
      </SettingsSection>
      <SettingsSection title="Your data" text="All data that the shop stores about you, as one JSON file.">
        <DownloadData userId={user.userId} />
      </SettingsSection>
      <SettingsSection title="Delete your account" text="Your orders are kept without your name.">
        <DeleteAccount user={user} />
      </SettingsSection>
    </div>
  )
}

function SettingsSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="rule grid gap-x-gap gap-y-6 py-10 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 className="t-h4">{title}</h2>
        {text && <p className="t-note m-0 mt-2 max-w-xs">{text}</p>}
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  )
}
