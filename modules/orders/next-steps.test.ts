import { describe, expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

const delivery = { nepal: { from: 2, to: 5 }, abroad: { from: 8, to: 20 }, returnDays: 14 }

describe('nextSteps', () => {
  test('names the delivery time, the amount in cash and the return period inside Nepal', () => {
    expect(nextSteps({ country: 'Nepal', total: 'Rs 3,100', delivery })).toEqual([
      'We call you to confirm the order before we send it.',
      'It takes 5-7 days to prepare. Delivery then usually takes 2–5 days inside Nepal.',
      'You pay Rs 3,100 in cash when it arrives.',
      'You can return it within 14 days.',
    ])
  })

  test('adds that import duty is not included outside Nepal', () => {
    const steps = nextSteps({ country: 'Sweden', total: '$ 64', delivery })
    expect(steps[1]).toContain('usually takes 8–20 days outside Nepal.')
    expect(steps[2]).toBe('You pay $ 64 in cash when it arrives. Import duty is not included.')
  })

  test('leaves out returns if the shop accepts none, and uses the singular for one day', () => {
    const sameDay = { ...delivery, nepal: { from: 1, to: 1 }, returnDays: 0 }
    const steps = nextSteps({ country: 'Nepal', total: 'Rs 100', delivery: sameDay })
    expect(steps).toHaveLength(3)
    expect(steps[1]).toContain('usually takes 1 day inside Nepal.')
    const [, , , window] = nextSteps({ country: 'Nepal', total: 'Rs 100', delivery: { ...delivery, returnDays: 1 } })
    expect(window).toBe('You can return it within 1 day.')
  })
})
