import type { ReactElement } from 'react'
import { ButtonLink, EmailLayout, Paragraph, Title } from '#modules/email/template.tsx'

export type EmailContent = { subject: string; body: ReactElement }
type Recipient = { name: string; username: string }

/** Contains nothing from the registration form, because a stranger may have entered this address. */
export function confirmationEmail(shopName: string, link: string): EmailContent {
  return {
    subject: 'Please confirm your email',
    body: (
      <EmailLayout shopName={shopName} preview="Confirm your email to finish setting up your account.">
        <Title>Please confirm your email</Title>
        <Paragraph>
          Somebody created an account at {shopName} with this email address. If it was you, please confirm your email.
          The link works for 24 hours.
        </Paragraph>
        <ButtonLink href={link}>Confirm my email</ButtonLink>
        <Paragraph>If you did not create an account, you can ignore this email.</Paragraph>
      </EmailLayout>
    ),
  }
}

export function welcomeEmail(shopName: string, { name, username }: Recipient, siteUrl: string): EmailContent {
  return {
    subject: `Welcome to ${shopName}`,
    body: (
      <EmailLayout shopName={shopName} preview="Your account is ready.">
        <Title>Welcome to {shopName}</Title>
        <Paragraph>Dear {name},</Paragraph>
        <Paragraph>
          Your email is confirmed and your account is ready. You can sign in with your email, or with your username:{' '}
          <strong>{username}</strong>
        </Paragraph>
        <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
        <Paragraph>
          If you did not create this account, choose a new password at {siteUrl}/forget-password. This signs out all
          other devices.
        </Paragraph>
      </EmailLayout>
    ),
  }
}

/** For an OpenID sign-in to an account whose password may have been chosen by a stranger. */
export function choosePasswordEmail(shopName: string, link: string): EmailContent {
  return {
    subject: 'Please choose a new password',
    body: (
      <EmailLayout shopName={shopName} preview="Your old password no longer works.">
        <Title>Please choose a new password</Title>
        <Paragraph>
          You signed in to {shopName} with your identity provider. The password of your account was chosen before this
          email address was confirmed, so somebody else may know it. To protect your account, we removed that password
          and signed out all other devices.
        </Paragraph>
        <Paragraph>
          If you also want to sign in with a password, choose a new one. The link works once, within one hour.
        </Paragraph>
        <ButtonLink href={link}>Choose a new password</ButtonLink>
      </EmailLayout>
    ),
  }
}

export function passwordResetEmail(shopName: string, link: string): EmailContent {
  return {
    subject: 'Reset your password',
    body: (
      <EmailLayout shopName={shopName} preview="The link works for one hour.">
        <Title>Reset your password</Title>
        <Paragraph>
          We received a request to reset the password of your {shopName} account. Use the link below to choose a new
          password. It works once, within one hour.
        </Paragraph>
        <ButtonLink href={link}>Choose a new password</ButtonLink>
        <Paragraph>If you did not request this, you can ignore this email. Your password stays the same.</Paragraph>
      </EmailLayout>
    ),
  }
}

export function passwordChangedEmail(shopName: string, forgotUrl: string): EmailContent {
  return {
    subject: 'Your password was changed',
    body: (
      <EmailLayout shopName={shopName} preview="If you did not change it, please reset it now.">
        <Title>Your password was changed</Title>
        <Paragraph>
          The password of your {shopName} account was just changed, and all other devices were signed out.
        </Paragraph>
        <Paragraph>
          If you changed it, there is nothing to do. If you did not, please reset your password now.
        </Paragraph>
        <ButtonLink href={forgotUrl}>Reset my password</ButtonLink>
      </EmailLayout>
    ),
  }
}

type Invited = { name: string | undefined; role: 'Staff' | 'Admin' }

export function invitationEmail(shopName: string, { name, role }: Invited, link: string): EmailContent {
  return {
    subject: `You are invited to the ${shopName} back office`,
    body: (
      <EmailLayout shopName={shopName} preview="Choose a password to get started.">
        <Title>Welcome to the back office</Title>
        {name && <Paragraph>Dear {name},</Paragraph>}
        <Paragraph>
          {role === 'Admin'
            ? 'You are now an owner of the shop. You can manage orders, products, customers, staff and settings.'
            : 'You are now a staff member of the shop. You can manage its orders.'}{' '}
          Please choose a password first. The link works once, within one hour. If it has expired, use “Forgot your
          password?” on the sign-in page to get a new one.
        </Paragraph>
        <ButtonLink href={link}>Choose a password</ButtonLink>
        <Paragraph>Then sign in and open the back office at /admin.</Paragraph>
      </EmailLayout>
    ),
  }
}
