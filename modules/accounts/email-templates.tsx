import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import type { StaffRole } from '#shared/rights.ts'

type Shop = { shopName: string; siteUrl: string }
export type Invitation = { name: string | undefined; role: StaffRole }
export type LinkTemplate = EmailTemplate<{ shopName: string; link: string; invitation?: Invitation | undefined }>

/** Contains nothing from the registration form, because a stranger may have entered this address. */
export const confirmationEmail: LinkTemplate = {
  name: 'confirmation',
  subject: () => 'Please confirm your email',
  Body: ({ shopName, link }) => (
    <EmailLayout shopName={shopName} preview="Confirm your email to finish setting up your account.">
      <Title>Please confirm your email</Title>
      <Paragraph>
        Somebody created an account at {shopName} with this email address. If it was you, please confirm your email. The
        link works for 24 hours.
      </Paragraph>
      <ButtonLink href={link}>Confirm my email</ButtonLink>
      <Paragraph>If you did not create an account, you can ignore this email.</Paragraph>
    </EmailLayout>
  ),
}

export const welcomeEmail: EmailTemplate<Shop & { name: string; username: string }> = {
  name: 'welcome',
  subject: ({ shopName }) => `Welcome to ${shopName}`,
  Body: ({ shopName, siteUrl, name, username }) => (
    <EmailLayout shopName={shopName} preview="Your account is ready.">
      <Title>Welcome to {shopName}</Title>
      <Paragraph>Dear {name},</Paragraph>
      <Paragraph>
        Your email is confirmed and your account is ready. You can sign in with your email, or with your username:{' '}
        <strong>{username}</strong>
      </Paragraph>
      <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
      <Paragraph>
        If you did not create this account, choose a new password at {siteUrl}/forget-password. This signs out all other
        devices.
      </Paragraph>
    </EmailLayout>
  ),
}

/** For an OpenID sign-in to an account whose password may have been chosen by a stranger. */
export const choosePasswordEmail: LinkTemplate = {
  name: 'choose-password',
  subject: () => 'Please choose a new password',
  Body: ({ shopName, link }) => (
    <EmailLayout shopName={shopName} preview="Your old password no longer works.">
      <Title>Please choose a new password</Title>
      <Paragraph>
        You signed in to {shopName} with your identity provider. The password of your account was chosen before this
        email address was confirmed, so somebody else may know it. To protect your account, we removed that password and
        signed out all other devices.
      </Paragraph>
      <Paragraph>
        If you also want to sign in with a password, choose a new one. The link works once, within one hour.
      </Paragraph>
      <ButtonLink href={link}>Choose a new password</ButtonLink>
    </EmailLayout>
  ),
}

export const passwordResetEmail: LinkTemplate = {
  name: 'password-reset',
  subject: () => 'Reset your password',
  Body: ({ shopName, link }) => (
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

export const passwordChangedEmail: EmailTemplate<Shop> = {
  name: 'password-changed',
  subject: () => 'Your password was changed',
  Body: ({ shopName, siteUrl }) => (
    <EmailLayout shopName={shopName} preview="If you did not change it, please reset it now.">
      <Title>Your password was changed</Title>
      <Paragraph>
        The password of your {shopName} account was just changed, and all other devices were signed out.
      </Paragraph>
      <Paragraph>If you changed it, there is nothing to do. If you did not, please reset your password now.</Paragraph>
      <ButtonLink href={`${siteUrl}/forget-password`}>Reset my password</ButtonLink>
    </EmailLayout>
  ),
}

const roleTexts: Record<StaffRole, string> = {
  Owner: 'You are now an owner of the shop. You can manage orders, products, customers, staff and settings.',
  Manager: 'You are now a manager of the shop. You can manage orders, products, customers and settings.',
  Packer: 'You are now a packer of the shop. You can confirm, pack and ship its orders.',
}

export const invitationEmail: LinkTemplate = {
  name: 'invitation',
  subject: ({ shopName }) => `You are invited to the ${shopName} back office`,
  Body: ({ shopName, link, invitation }) => (
    <EmailLayout shopName={shopName} preview="Set a password to get started.">
      <Title>Welcome to the back office</Title>
      {invitation?.name && <Paragraph>Dear {invitation.name},</Paragraph>}
      <Paragraph>
        {invitation && roleTexts[invitation.role]} Please set a password first. The link works once, within seven days.
        If it has expired, ask an owner of the shop to send the invitation again.
      </Paragraph>
      <ButtonLink href={link}>Set your password</ButtonLink>
      <Paragraph>Then sign in and open the back office at /admin.</Paragraph>
    </EmailLayout>
  ),
}

/** For a person whose order staff entered. */
export const customerAccountEmail: LinkTemplate = {
  name: 'customer-account',
  subject: ({ shopName }) => `Your account at ${shopName}`,
  Body: ({ shopName, link }) => (
    <EmailLayout shopName={shopName} preview="Follow your order online.">
      <Title>Your account at {shopName}</Title>
      <Paragraph>
        We entered an order for you and made an account with this email address, so that you can follow it online. To
        sign in, please choose a password. The link works once, within seven days. If it has expired, use “Forgot your
        password?” on the sign-in page to get a new one.
      </Paragraph>
      <ButtonLink href={link}>Choose a password</ButtonLink>
      <Paragraph>If you did not order anything, you can ignore this email.</Paragraph>
    </EmailLayout>
  ),
}

export const accountEmails = [
  confirmationEmail,
  welcomeEmail,
  choosePasswordEmail,
  passwordResetEmail,
  passwordChangedEmail,
  invitationEmail,
  customerAccountEmail,
]
