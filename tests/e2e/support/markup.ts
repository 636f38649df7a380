import type { Page } from '@playwright/test'
import { definePlugin, type HtmlElement, HtmlValidate, Rule, type RuleConfig, StaticConfigLoader } from 'html-validate'
import { expect } from './expect.ts'

/** `sizes` is only valid beside width descriptors; html-validate 11 does not check it. */
class SizesNeedWidths extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      const check = (node: HtmlElement, sizes: string, srcset: string) => {
        const candidates = node.getAttributeValue(srcset)?.split(/,\s+/) ?? []
        const isValid = candidates.length > 0 && candidates.every((candidate) => /\s\d+w$/.test(candidate.trim()))
        if (!isValid) this.report(node, `"${sizes}" needs a width in every candidate of "${srcset}"`)
      }
      for (const node of document.querySelectorAll('img[sizes], source[sizes]')) check(node, 'sizes', 'srcset')
      for (const node of document.querySelectorAll('link[imagesizes]')) check(node, 'imagesizes', 'imagesrcset')
    })
  }
}

/** An element that is `disabled` needs no `aria-disabled`; html-validate 11 does not check it. */
class DisabledOnce extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const node of document.querySelectorAll('[disabled][aria-disabled]'))
        this.report(node, '"aria-disabled" is redundant with "disabled"')
    })
  }
}

/** `no-implicit-input-type`, but it ignores Base UI's hidden value input, which cannot have a type. */
class VisibleInputType extends Rule {
  setup() {
    this.on('dom:ready', ({ document }) => {
      for (const node of document.querySelectorAll('input')) {
        const isHidden = node.getAttributeValue('aria-hidden') === 'true' && node.getAttributeValue('tabindex') === '-1'
        if (!node.hasAttribute('type') && !isHidden) this.report(node, '<input> is missing a "type"')
      }
    })
  }
}

const shopRules = definePlugin({
  name: 'shop-rules',
  rules: {
    'sizes-need-widths': SizesNeedWidths,
    'disabled-once': DisabledOnce,
    'visible-input-type': VisibleInputType,
  },
})

/** Turns off rules about style that React or the browser chooses and that does not change the meaning. */
const styleRules: RuleConfig = {
  // React writes `srcSet` and `autoComplete`; names of attributes have no case in HTML.
  'attr-case': 'off',
  // React writes `disabled=""`, and so does a browser.
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  // React writes `<br/>`.
  'void-style': 'off',
  // Hono's pages begin with `<!doctype html>`.
  'doctype-style': 'off',
  // React's `useId` begins with an underscore.
  'valid-id': ['error', { relaxed: true }],
}

const rulesBySource = {
  server: styleRules,
  // Styles set through the CSSOM, which the content security policy allows, are serialized as `style`.
  browser: {
    ...styleRules,
    'no-inline-style': 'off',
    'no-implicit-input-type': 'off',
    'visible-input-type': 'error',
  } satisfies RuleConfig,
}

const validators = {
  server: validatorWith(rulesBySource.server),
  browser: validatorWith(rulesBySource.browser),
}

function validatorWith(rules: RuleConfig): HtmlValidate {
  return new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      plugins: [shopRules],
      extends: ['html-validate:recommended'],
      elements: ['html5'],
      rules: { ...rules, 'sizes-need-widths': 'error', 'disabled-once': 'error' },
    }),
  )
}

/** Validates HTML as sent by the server or as serialized by the browser after hydration. */
export async function markupProblems(html: string, source: keyof typeof validators): Promise<string[]> {
  const { results } = await validators[source].validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

/** Not for pages with an open dialog: Base UI then hides the rest of the page from screen readers. */
export async function expectValidMarkup(page: Page): Promise<void> {
  expect(await markupProblems(await page.content(), 'browser'), page.url()).toEqual([])
}
