import type { ReactElement } from 'react'
import { ButtonLink, Letter, Title, Words } from '#modules/mail/letter.tsx'

export type Content = { subject: string; body: ReactElement }

/** Holds nothing that the sender of a form could choose: it goes to whatever address was typed there. */
export function confirmationLetter(link: string): Content {
  return {
    subject: 'Please confirm your email',
    body: (
      <Letter preview="One click, and your account is confirmed.">
        <Title>Please confirm your email</Title>
        <Words>
          An account was made with this address at ALPINE. Please confirm that it is yours; the link holds for 24 hours.
        </Words>
        <ButtonLink href={link}>Confirm my email</ButtonLink>
        <Words>If you did not make an account, you need not do anything.</Words>
      </Letter>
    ),
  }
}

export function welcomeLetter(name: string, username: string, siteUrl: string): Content {
  return {
    subject: 'Welcome to ALPINE',
    body: (
      <Letter preview="Your account is ready.">
        <Title>Welcome to ALPINE</Title>
        <Words>Dear {name},</Words>
        <Words>
          Your email is confirmed and your account is ready. You can sign in with your email, or with your username:{' '}
          <strong>{username}</strong>
        </Words>
        <ButtonLink href={siteUrl}>Visit the shop</ButtonLink>
      </Letter>
    ),
  }
}

export function resetLetter(link: string): Content {
  return {
    subject: 'Reset your password',
    body: (
      <Letter preview="The link holds for one hour.">
        <Title>Reset your password</Title>
        <Words>
          Somebody, most likely you, asked for a new password for the ALPINE account with this address. The link holds
          for one hour and can be used once.
        </Words>
        <ButtonLink href={link}>Choose a new password</ButtonLink>
        <Words>If it was not you, your password stays as it is and you need not do anything.</Words>
      </Letter>
    ),
  }
}

export function passwordChangedLetter(forgotUrl: string): Content {
  return {
    subject: 'Your password was changed',
    body: (
      <Letter preview="If it was not you, please reset it now.">
        <Title>Your password was changed</Title>
        <Words>The password of your ALPINE account was changed a moment ago, and other devices were signed out.</Words>
        <Words>If it was you, there is nothing to do. If it was not, please choose a new password at once.</Words>
        <ButtonLink href={forgotUrl}>Reset my password</ButtonLink>
      </Letter>
    ),
  }
}

export function invitationLetter(name: string, role: 'Staff' | 'Admin', link: string): Content {
  return {
    subject: 'The back office of ALPINE is open to you',
    body: (
      <Letter preview="Choose a password to begin.">
        <Title>Welcome to the back office</Title>
        <Words>Dear {name},</Words>
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
