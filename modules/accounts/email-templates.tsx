import type { ReactElement } from 'react'
import { ButtonLink, Letter, Title, Words } from '#modules/email/template.tsx'

export type Content = { subject: string; body: ReactElement }
type Named = { name: string; username: string }

/** Holds nothing that the sender of a form could choose: it goes to whatever address was typed there. */
export function confirmationLetter(shopName: string, link: string): Content {
  return {
    subject: 'Please confirm your email',
    body: (
      <Letter shopName={shopName} preview="One click, and your account is confirmed.">
        <Title>Please confirm your email</Title>
        <Words>
          An account was made with this address at {shopName}. Please confirm that it is yours; the link holds for 24
          hours.
        </Words>
        <ButtonLink href={link}>Confirm my email</ButtonLink>
        <Words>If you did not make an account, you need not do anything.</Words>
      </Letter>
    ),
  }
}

export function welcomeLetter(shopName: string, { name, username }: Named, siteUrl: string): Content {
  return {
    subject: `Welcome to ${shopName}`,
    body: (
      <Letter shopName={shopName} preview="Your account is ready.">
        <Title>Welcome to {shopName}</Title>
        <Words>Dear {name},</Words>
        <Words>
          Your email is confirmed and your account is ready. You can sign in with your email, or with your username:{' '}
          <strong>{username}</strong>
        </Words>
        <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
        <Words>
          If you did not make this account, choose a new password at {siteUrl}/forget-password: that signs out whoever
          made it.
        </Words>
      </Letter>
    ),
  }
}

/** For somebody who signed in through OpenID to an account whose password may be a stranger's. */
export function choosePasswordLetter(shopName: string, link: string): Content {
  return {
    subject: 'Please choose a new password',
    body: (
      <Letter shopName={shopName} preview="Your old password no longer works.">
        <Title>Please choose a new password</Title>
        <Words>
          You signed in to {shopName} with your identity provider. The password of your account was chosen before this
          email address was confirmed, so it could be somebody else’s. It no longer works, and other devices were signed
          out.
        </Words>
        <Words>To sign in with a password too, choose a new one. The link works once, within one hour.</Words>
        <ButtonLink href={link}>Choose a new password</ButtonLink>
      </Letter>
    ),
  }
}

export function resetLetter(shopName: string, link: string): Content {
  return {
    subject: 'Reset your password',
    body: (
      <Letter shopName={shopName} preview="The link holds for one hour.">
        <Title>Reset your password</Title>
        <Words>
          Somebody, most likely you, asked for a new password for the {shopName} account with this address. The link
          holds for one hour and can be used once.
        </Words>
        <ButtonLink href={link}>Choose a new password</ButtonLink>
        <Words>If it was not you, your password stays as it is and you need not do anything.</Words>
      </Letter>
    ),
  }
}

export function passwordChangedLetter(shopName: string, forgotUrl: string): Content {
  return {
    subject: 'Your password was changed',
    body: (
      <Letter shopName={shopName} preview="If it was not you, please reset it now.">
        <Title>Your password was changed</Title>
        <Words>
          The password of your {shopName} account was changed a moment ago, and other devices were signed out.
        </Words>
        <Words>If it was you, there is nothing to do. If it was not, please choose a new password at once.</Words>
        <ButtonLink href={forgotUrl}>Reset my password</ButtonLink>
      </Letter>
    ),
  }
}

type Invited = { name: string | undefined; role: 'Staff' | 'Admin' }

export function invitationLetter(shopName: string, { name, role }: Invited, link: string): Content {
  return {
    subject: `The back office of ${shopName} is open to you`,
    body: (
      <Letter shopName={shopName} preview="Choose a password to begin.">
        <Title>Welcome to the back office</Title>
        {name && <Words>Dear {name},</Words>}
        <Words>
          {role === 'Admin'
            ? 'You look after the shop as its owner from now on: orders, pieces, people and settings.'
            : 'You look after the orders of the shop from now on.'}{' '}
          Please choose a password first. The link holds for one hour and can be used once; «Forgot your password?» on
          the sign-in page sends another.
        </Words>
        <ButtonLink href={link}>Choose a password</ButtonLink>
        <Words>After that you find your work at /admin.</Words>
      </Letter>
    ),
  }
}
